from django.apps import AppConfig


class DemoConfig(AppConfig):
    """The demo club: only its command makes this an app."""

    name = "goclub.demo"
    label = "demo"

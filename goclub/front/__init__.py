"""What the site shows to those who are not reading it yet: search engines, networks, telephones.

Sitemaps and robots.txt by what visitors may see, the manifest of the installed site, its one
service worker, and the page for when the line is away.
"""

"""Pictures made on the server: boards and charts as SVG."""

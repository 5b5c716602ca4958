"""Pictures of pages for those who share them: SVG of the site's own, drawn as PNG of 1200×630."""

// The evening's pages are kept by the site's one worker (templates/front/worker.js).  Telephones that
// still have the evening's own fetch this in its place: it throws away what was kept, and goes.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const leave = async () => {
    for (const name of await caches.keys()) if (name.startsWith("night ")) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(leave());
});

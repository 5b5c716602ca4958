{% load static %}// The one worker of the site: what helps when the line is away, and nothing else.  Pages come from
// the site as long as it answers.  Kept are: the page for when it does not, the pages of a club night,
// and the last boards that were looked at.  All but the first belong to one reader: whoever signs out,
// or in as somebody else, finds none of them.
"use strict";

const PARTS = "parts {{ release }}";
const PAGES = "pages";
const OFFLINE = "{% url 'offline' %}";
const NIGHT = ["{% url 'leagues:night' %}", "{% url 'leagues:night-me' %}"];
const BOARD = /^\/(games|kifu|games\/record)\/\d+\/$/;
const PART = /^\/(static\/|club\.css$)/;
//: What the reader is known by, as if it were a page.
const READER = "/reader";
const SIGN_OUT = "{% url 'members:sign-out' %}";
const LANGUAGE = "{% url 'language' %}";
const ICON = "{{ icon }}";
const MOST_BOARDS = 8;
const DAY = 24 * 3600 * 1000;
const LOOSE = { ignoreVary: true, ignoreSearch: true };

self.addEventListener("install", (event) => {
  const prepare = async () => {
    const parts = await caches.open(PARTS);
    await parts.addAll([
      OFFLINE,
      "{% url 'club-css' %}",
      "{% static 'css/common/base.css' %}",
      "{% static 'css/common/parts.css' %}",
      "{% static 'css/front/offline.css' %}",
      "{% static 'bootstrap/css/bootstrap.min.css' %}",
      "{% static 'js/front/offline.js' %}",
    ]);
    await self.skipWaiting();
  };
  event.waitUntil(prepare());
});

self.addEventListener("activate", (event) => {
  const begin = async () => {
    for (const name of await caches.keys()) if (name !== PARTS && name !== PAGES) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST") {
    if (pathname === SIGN_OUT) event.waitUntil(Promise.all([forget(), unsubscribe()]));
    if (pathname === LANGUAGE) event.waitUntil(forgetOffline());
  }
  if (request.method !== "GET") return;
  if (request.mode === "navigate" || NIGHT.includes(pathname)) event.respondWith(page(event, pathname));
  else if (PART.test(pathname)) event.respondWith(part(request));
});

// --- Pages --------------------------------------------------------------------------------------
async function page(event, pathname) {
  let found;
  try {
    found = await fetch(event.request);
  } catch (error) {
    const kept = await (await caches.open(PAGES)).match(pathname, LOOSE);
    if (kept) return kept;
    if (event.request.mode !== "navigate") throw error;
    return (await caches.match(OFFLINE, LOOSE)) ?? Response.error();
  }
  if (found.type === "basic") event.waitUntil(remember(pathname, found.clone()));
  return found;
}

async function remember(pathname, found) {
  if (!found.headers.get("Content-Type")?.startsWith("text/html")) return;
  const reader = found.headers.get("Reader") ?? "";
  const store = await caches.open(PAGES);
  const known = await store.match(READER);
  if (!known || (await known.text()) !== reader) {
    await forget();
    await (await caches.open(PAGES)).put(READER, new Response(reader));
  }
  if (found.ok && !found.redirected && (NIGHT.includes(pathname) || BOARD.test(pathname))) await keep(pathname, found);
  await freshen();
}

// The last that was looked at stands last.
async function keep(pathname, found) {
  const store = await caches.open(PAGES);
  await store.delete(pathname, LOOSE);
  await store.put(pathname, found);
  const boards = (await store.keys()).filter((one) => BOARD.test(new URL(one.url).pathname));
  for (const one of boards.slice(0, -MOST_BOARDS)) await store.delete(one, LOOSE);
}

async function forget() {
  await caches.delete(PAGES);
  await forgetOffline();
}

async function forgetOffline() {
  await (await caches.open(PARTS)).delete(OFFLINE, LOOSE);
}

// The page for when the line is away follows the rules of the club and the language: once a day.
async function freshen() {
  const parts = await caches.open(PARTS);
  const kept = await parts.match(OFFLINE, LOOSE);
  if (kept && Date.now() - Date.parse(kept.headers.get("Date")) < DAY) return;
  try {
    await parts.add(OFFLINE);
  } catch {
    // The next page tries again.
  }
}

// --- What pages are made of ---------------------------------------------------------------------
async function part(request) {
  const parts = await caches.open(PARTS);
  try {
    const found = await fetch(request);
    if (found.ok) await parts.put(request, found.clone());
    return found;
  } catch (error) {
    const kept = await parts.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

// --- Notifications ------------------------------------------------------------------------------
self.addEventListener("push", (event) => {
  let notice = {};
  try {
    notice = event.data.json();
  } catch {
    // Something else than the site sends: a browser wants something to be shown all the same.
  }
  const { title = self.location.host, text = "", url = "/", tag, lang } = notice;
  event.waitUntil(self.registration.showNotification(title, { body: text, tag, lang, icon: ICON, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.url ?? "/", location.origin);
  if (address.origin !== location.origin) return;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => page.url === address.href);
    await (there ? there.focus() : self.clients.openWindow(address.href));
  };
  event.waitUntil(open());
});

// Whoever signs out on a shared browser leaves no notifications behind; the site hears that the
// subscription is gone when it sends the next one.
async function unsubscribe() {
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
}

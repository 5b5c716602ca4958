// The button that adds this browser to the devices on which a member gets notifications.
"use strict";

{
  const form = document.querySelector(".push-add");

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  const send = (address, fields = {}) => fetch(address, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
    body: new URLSearchParams(fields),
  });

  const subscribe = async () => {
    const { key } = await (await send(form.dataset.key)).json();
    const { pushManager } = await navigator.serviceWorker.ready;
    const before = await pushManager.getSubscription();
    // One made under another key of the site is of no use.
    if (before && text(before.options.applicationServerKey) !== key) await before.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    return send(form.action, { endpoint: made.endpoint, p256dh: text(made.getKey("p256dh")), auth: text(made.getKey("auth")) });
  };

  if (form && window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window) {
    const button = form.querySelector("button");
    const state = form.querySelector("[data-state]");
    button.hidden = false;
    state.textContent = "";
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = true;
      state.textContent = "";
      try {
        if ((await Notification.requestPermission()) !== "granted") state.textContent = form.dataset.denied;
        else {
          const answer = await subscribe();
          if (answer.ok) location.reload();
          else state.textContent = (await answer.json()).error ?? form.dataset.failed;
        }
      } catch {
        state.textContent = form.dataset.failed;
      }
      button.disabled = false;
    });
  }
}

// Passkeys: hands what the site asks to the browser, and what the browser answers to the site.
// A browser without them shows nothing of it: the parts are hidden in the page.
"use strict";

(() => {
  const able = window.PublicKeyCredential;
  if (!able || !able.parseCreationOptionsFromJSON || !able.parseRequestOptionsFromJSON) return;

  const send = async (address, token, body) => {
    const answer = await fetch(address, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
    });
    // The password was given too long ago: the page now asks for it.
    if (answer.status === 403) window.location.reload();
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.json();
  };

  const ask = async (kind, options) => {
    if (kind === "create") {
      const publicKey = able.parseCreationOptionsFromJSON(options);
      return navigator.credentials.create({ publicKey });
    }
    return navigator.credentials.get({ publicKey: able.parseRequestOptionsFromJSON(options) });
  };

  for (const part of document.querySelectorAll("[data-passkey]")) {
    const button = part.querySelector("button");
    const status = part.querySelector("[role=status]");
    const token = part.querySelector("[name=csrfmiddlewaretoken]").value;
    const next = part.querySelector("[name=next]");
    part.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      status.textContent = "";
      try {
        const options = await send(part.dataset.begin, token, {});
        const credential = await ask(part.dataset.passkey, options);
        const query = next && next.value ? `?next=${encodeURIComponent(next.value)}` : "";
        const answer = await send(part.dataset.complete + query, token, credential.toJSON());
        if (answer.redirect_url) window.location.assign(answer.redirect_url);
        else window.location.reload();
      } catch {
        status.textContent = part.dataset.failed;
        button.disabled = false;
      }
    });
  }
})();

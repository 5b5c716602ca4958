// Files can be dropped where they can be chosen, and the page says which they are.
// Without this script the field of the browser does both.
"use strict";

{
  const box = document.querySelector("[data-drop]");
  const field = box?.querySelector("input[type=file]");
  const list = box?.querySelector("[data-chosen]");

  const show = () => {
    const names = [...field.files].map((file) => file.name);
    list.replaceChildren(
      ...names.map((name) => Object.assign(document.createElement("li"), { textContent: name })),
    );
    list.hidden = names.length < 2;
  };

  if (field) {
    field.addEventListener("change", show);
    for (const kind of ["dragenter", "dragover"]) {
      box.addEventListener(kind, (event) => {
        event.preventDefault();
        box.classList.add("over");
      });
    }
    for (const kind of ["dragleave", "drop"]) {
      box.addEventListener(kind, () => box.classList.remove("over"));
    }
    box.addEventListener("drop", (event) => {
      event.preventDefault();
      if (!event.dataTransfer.files.length) return;
      field.files = event.dataTransfer.files;
      show();
    });
    // On a slow line somebody chooses before this script has come.
    show();
  }
}

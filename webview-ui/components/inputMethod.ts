// While an input method composes a word, Enter accepts its proposal and Escape discards it. No field may take these
// keys for its own, so no listener gets them.

window.addEventListener(
  "keydown",
  (event) => {
    if (event.isComposing) {
      event.stopImmediatePropagation();
    }
  },
  { capture: true },
);

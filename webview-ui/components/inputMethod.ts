// While an input method composes a word, Enter accepts its proposal and Escape discards it. No listener gets these keys
// meanwhile, because a field would handle them as its own.

window.addEventListener(
  "keydown",
  (event) => {
    if (event.isComposing) {
      event.stopImmediatePropagation();
    }
  },
  { capture: true },
);

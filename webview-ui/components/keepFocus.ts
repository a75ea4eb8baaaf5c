// When the page gets the focus back from the workbench, for example after a quick pick, this restores the focused
// element: the browser forgets a frame's focused element as soon as another frame has the focus.

let last: HTMLElement | undefined;

document.addEventListener("focusout", (event) => {
  const [element] = event.composedPath(); // inside components, where `event.target` does not reach
  last = element instanceof HTMLElement ? element : undefined;
});

window.addEventListener("focus", () => {
  if (last?.isConnected === true && document.activeElement === document.body) {
    last.focus({ preventScroll: true });
  }
});

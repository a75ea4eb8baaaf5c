// Lists with one tab stop: menus, tool bars, tabs and values.

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Moves the focus along a list by the arrow keys, Home and End; false for any other key. */
export function moveFocus(
  event: KeyboardEvent,
  list: readonly HTMLElement[],
  at = list.findIndex((element) => element.matches(":focus-within")),
): boolean {
  const { key } = event;
  const step = steps[key];
  let next = key === "Home" ? 0 : list.length - 1;
  if (step !== undefined) {
    next = (at + step + list.length) % list.length;
  } else if (key !== "Home" && key !== "End") {
    return false;
  }
  event.preventDefault();
  event.stopPropagation();
  list[next]?.focus();
  return true;
}

// A description for a control of the toolkit: its real button is in a shadow tree of its own, where no id of ours can be found.

/** Lets a screen reader say `reason` after the button's name; `null` takes the description away. */
export function describeButton(button: Element, reason: Element | null): void {
  const control = button.shadowRoot?.querySelector("button");
  if (control !== null && control !== undefined) {
    control.ariaDescribedByElements = reason === null ? null : [reason];
  }
}

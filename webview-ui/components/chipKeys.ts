// Keyboard navigation among the chips of a filter: a toolbar with one tab stop.
import type { ProspectChip } from "./chip";

/** A button of a chip, both by index. */
export interface ChipButton {
  readonly chip: number;
  readonly button: number;
}

/** The button that has the focus; `undefined` when the focus is not in a chip. */
export function focusedButton(chips: readonly ProspectChip[]): ChipButton | undefined {
  const chip = chips.findIndex((one) => one.shadowRoot?.activeElement !== null);
  const focused = chips[chip]?.shadowRoot?.activeElement;
  const button = chips[chip]?.buttons.indexOf(focused as HTMLElement) ?? -1;
  return button < 0 ? undefined : { chip, button };
}

/** The button a key moves the focus to, "end" for after the last chip; `undefined` when the key does not navigate. */
export function buttonAfterKey(
  key: string,
  { chip, button }: ChipButton,
  chips: readonly ProspectChip[],
): ChipButton | "end" | undefined {
  const buttonsOf = (index: number): number => chips[index]?.buttons.length ?? 0;
  const hasNext = chip + 1 < chips.length;
  switch (key) {
    case "ArrowRight":
      return button + 1 < buttonsOf(chip)
        ? { chip, button: button + 1 }
        : hasNext
          ? { chip: chip + 1, button: 0 }
          : "end";
    case "ArrowLeft":
      return button > 0
        ? { chip, button: button - 1 }
        : chip > 0
          ? { chip: chip - 1, button: buttonsOf(chip - 1) - 1 }
          : { chip, button };
    case "ArrowDown":
      return hasNext ? { chip: chip + 1, button } : "end";
    case "ArrowUp":
      return { chip: Math.max(0, chip - 1), button };
    case "Home":
      return { chip: 0, button: 0 };
    case "End":
      return { chip: chips.length - 1, button: 0 };
    default:
      return undefined;
  }
}

// Where the keys lead among the chips of a filter: a toolbar with one tab stop.
import type { ProspectChip } from "./chip";

/** A chip and one of its parts. */
export interface ChipPlace {
  readonly chip: number;
  readonly part: number;
}

/** Where the focus is, if it is in a chip. */
export function focusedPlace(chips: readonly ProspectChip[]): ChipPlace | undefined {
  const chip = chips.findIndex((one) => one.shadowRoot?.activeElement !== null);
  const focused = chips[chip]?.shadowRoot?.activeElement;
  const part = chips[chip]?.parts.indexOf(focused as HTMLElement) ?? -1;
  return part < 0 ? undefined : { chip, part };
}

/** Where a key leads: another place, "end" for behind the last chip, or `undefined` when it is no key of these. */
export function placeAfter(
  key: string,
  { chip, part }: ChipPlace,
  chips: readonly ProspectChip[],
): ChipPlace | "end" | undefined {
  const partsOf = (index: number): number => chips[index]?.parts.length ?? 0;
  const down = chip + 1 < chips.length;
  switch (key) {
    case "ArrowRight":
      return part + 1 < partsOf(chip) ? { chip, part: part + 1 } : down ? { chip: chip + 1, part: 0 } : "end";
    case "ArrowLeft":
      return part > 0
        ? { chip, part: part - 1 }
        : chip > 0
          ? { chip: chip - 1, part: partsOf(chip - 1) - 1 }
          : { chip, part };
    case "ArrowDown":
      return down ? { chip: chip + 1, part } : "end";
    case "ArrowUp":
      return { chip: Math.max(0, chip - 1), part };
    case "Home":
      return { chip: 0, part: 0 };
    case "End":
      return { chip: chips.length - 1, part };
    default:
      return undefined;
  }
}

// The choices of a combobox and which of them fit what was typed.

export interface ComboOption {
  readonly value: string;
  readonly label: string;
  /** Said after the label, in a quieter voice. */
  readonly detail?: string | undefined;
  readonly group?: string | undefined;
  /** More words by which it is found. */
  readonly words?: string | undefined;
  /** Offered whatever was typed. */
  readonly always?: boolean | undefined;
}

const mostShown = 100;
/** The options that hold every word typed, those whose label begins with it first. */
export function matchingOptions(options: readonly ComboOption[], typed: string): readonly ComboOption[] {
  const words = fold(typed).split(/\s+/u).filter(Boolean);
  if (words.length === 0) {
    return options.slice(0, mostShown);
  }
  const whole = words.join(" ");
  const ranked = options.flatMap((option, index) => {
    const label = fold(option.label);
    const all = `${label} ${fold(option.words ?? "")}`;
    if (!option.always && !words.every((word) => all.includes(word))) {
      return [];
    }
    const rank = option.always ? 0 : label.startsWith(whole) ? 1 : words.every((word) => label.includes(word)) ? 2 : 3;
    return [{ option, rank, index }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, mostShown)
    .map(({ option }) => option);
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .trim();
}

// The options of a combobox and which of them match the typed text.

export interface ComboOption {
  readonly value: string;
  readonly label: string;
  /** Shown after the label, less prominently. */
  readonly detail?: string | undefined;
  readonly group?: string | undefined;
  /** More words to match, not shown. */
  readonly words?: string | undefined;
  /** Offered whatever the typed text, before or after those that match it. */
  readonly always?: boolean | "last" | undefined;
  /** Shown instead of the label: what choosing it would add. */
  readonly adds?: readonly string[] | undefined;
  /** The typed text itself. */
  readonly isText?: boolean | undefined;
}

const maximumOptions = 100;

/** The options that contain every typed word; those whose label starts with the text come first. */
export function matchingOptions(options: readonly ComboOption[], typed: string): readonly ComboOption[] {
  const words = fold(typed).split(/\s+/u).filter(Boolean);
  if (words.length === 0) {
    return options.slice(0, maximumOptions);
  }
  const text = words.join(" ");
  const ranked = options.flatMap((option, index) => {
    const label = fold(option.label);
    const all = `${label} ${fold(option.words ?? "")}`;
    if (!option.always && !words.every((word) => all.includes(word))) {
      return [];
    }
    const rank =
      option.always === "last"
        ? 4
        : option.always
          ? 0
          : label.startsWith(text)
            ? 1
            : words.every((word) => label.includes(word))
              ? 2
              : 3;
    return [{ option, rank, index }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, maximumOptions)
    .map(({ option }) => option);
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .trim();
}

// The options of a combobox and which of them match the typed text.

export interface ComboOption {
  readonly value: string;
  readonly label: string;
  /** Shown after the label, less prominently. */
  readonly detail?: string | undefined;
  readonly group?: string | undefined;
  /** More words to match, not shown. */
  readonly words?: string | undefined;
  /** Offered for any typed text, before or after the matching options. */
  readonly always?: boolean | "last" | undefined;
  /** Shown instead of the label: the items that choosing it adds. */
  readonly adds?: readonly string[] | undefined;
  /** The typed text itself. */
  readonly isText?: boolean | undefined;
}

const maximumOptions = 100;

/** The options that contain every typed word; one that is equal to the text comes first. */
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
    return [{ option, rank: rankOf(option, label, text), index }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, maximumOptions)
    .map(({ option }) => option);
}

/** Lower comes first: "Higher Education" before the similar "Education", then those that start with the text. */
function rankOf({ always }: ComboOption, label: string, text: string): number {
  if (label === text || always === "last") {
    return label === text ? 0 : 5;
  }
  if (always) {
    return 1;
  }
  if (label.startsWith(text)) {
    return 2;
  }
  return text.split(" ").every((word) => label.includes(word)) ? 3 : 4;
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .trim();
}

// Finds the item of a list that typed letters mean.

/** The next label that begins with the letters; the same letter again and again goes from one to the next. */
export function firstLetterMatch(labels: readonly string[], at: number, typed: string): number | undefined {
  const letters = [...typed.toLocaleLowerCase()];
  const isRepeated = letters.every((letter) => letter === letters[0]);
  const wanted = isRepeated ? (letters[0] ?? "") : letters.join("");
  // More letters may mean the item that the first ones have already found.
  const first = isRepeated ? at + 1 : Math.max(0, at);
  const order = labels.map((_, step) => (first + step) % labels.length);
  return order.find((index) => labels[index]?.toLocaleLowerCase().startsWith(wanted));
}

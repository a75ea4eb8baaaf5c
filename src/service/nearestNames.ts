// Suggests names for a misspelled one: for values of filters, fields of searches, and columns.

const mostNear = 3;

/**
 * Up to three names that contain `wanted`, begin with all but its last letter ("industry", "industries"), are contained
 * in it, or differ by a few letters; the most similar first. If there is none, names with such a word.
 */
export function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  const text = comparable(wanted);
  const nearest = (distance: (name: string) => number | undefined): readonly string[] =>
    [...new Set(names)]
      .map((name) => ({ name, distance: distance(comparable(name)) }))
      .filter((one) => one.distance !== undefined)
      .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))
      .slice(0, mostNear)
      .map(({ name }) => name);
  const found = text === "" ? [] : nearest((name) => distanceTo(text, name));
  return found.length > 0 || text.length < 5 ? found : nearest((name) => distanceToWord(text, name));
}

/** Without case, diacritics, and punctuation. */
export function comparable(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** 0 when the name contains it, else the edit distance; `undefined` when it is too large. */
function distanceTo(wanted: string, name: string): number | undefined {
  if (wanted.length >= 3 && name.includes(wanted)) {
    return 0;
  }
  if (wanted.length >= 5 && name.startsWith(wanted.slice(0, -1))) {
    return 1;
  }
  const most = mostEdits(wanted);
  return editsTo(wanted, name, most) ?? (name.length >= 3 && wanted.includes(name) ? most + 1 : undefined);
}

function distanceToWord(wanted: string, name: string): number | undefined {
  const least = Math.min(...name.split(" ").map((word) => editsTo(wanted, word, mostEdits(wanted)) ?? Infinity));
  return least === Infinity ? undefined : least;
}

const mostEdits = ({ length }: string): number => Math.max(1, Math.floor(length / 4));

/** `undefined` for more than `most`. */
function editsTo(wanted: string, name: string, most: number): number | undefined {
  const isFar = Math.abs(wanted.length - name.length) > most || wanted.length > 100;
  const distance = isFar ? most + 1 : editDistance(wanted, name);
  return distance <= most ? distance : undefined;
}

/** Damerau–Levenshtein distance: insertions, deletions, substitutions and swaps of adjacent characters. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

// Record ids: a letter and the record's index in seven digits.

/** The index in an id; `undefined` when `idOf` would not make this id. */
export function indexOfId(id: string, idOf: (index: number) => string): number | undefined {
  const index = Number(id.slice(1));
  return idOf(index) === id ? index : undefined;
}

// Goes through the text of JSON strings four bytes at a time.

/** 1 for each byte that stands for itself inside a JSON string: neither quote nor backslash nor control character. */
const plain = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x20 || byte === 0x22 || byte === 0x5c ? 0 : 1));

/** The bytes four at a time; none where they lie so that this cannot be, and then `afterPlain` goes one by one. */
export const fourAtATime = ({ buffer, byteOffset, length }: Uint8Array): Int32Array => (byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >> 2) : new Int32Array(0));

/** Whether one of four bytes is not plain: each sum has a byte's top bit set only if it, or one before it, is such. */
function holdsMark(four: number): boolean {
  const quotes = four ^ 0x22222222;
  const backslashes = four ^ 0x5c5c5c5c;
  return ((((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes) | ((four - 0x20202020) & ~four)) & 0x80808080) !== 0;
}

/**
 * The first byte from `from` on that cannot stand for itself inside a JSON string: a quote, a backslash or a control
 * character, or the end. `one` are the bytes, `four` the same as `fourAtATime` gives them.
 */
export function afterPlain(one: Uint8Array, four: Int32Array, from: number): number {
  let at = from;
  while ((at & 3) !== 0 && plain[one[at] as number] === 1) {
    at += 1;
  }
  if ((at & 3) !== 0) {
    return at;
  }
  let word = at >> 2;
  while (word < four.length && !holdsMark(four[word] as number)) {
    word += 1;
  }
  at = word << 2;
  while (plain[one[at] as number] === 1) {
    at += 1;
  }
  return at;
}

// The bytes of a file that is read as text, and what is said when that is not possible.

/** The bytes of a file from its beginning, again each time it is called. */
export type ByteSource = () => AsyncIterable<Uint8Array>;

/** The file cannot be read as a table; the message is a sentence for the user. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/**
 * Of what is read from a file at once, in bytes. The rows of one piece are processed without a pause, so that it stays
 * small: 8,000 of them are blank lines of a hostile file.
 */
export const pieceSize = 8 * 1024;

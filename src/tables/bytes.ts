// The bytes of a file that is read as text, and the error when that is not possible.

/** Reads the bytes of a file from the beginning, each time it is called. */
export type ByteSource = () => AsyncIterable<Uint8Array>;

/** The file cannot be read as a table; the message is a sentence for the user. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/**
 * The size of the pieces in which a file is read, in bytes. The rows of one piece are processed without a pause, so it
 * is small: a hostile file can have 8,000 blank lines in it.
 */
export const pieceSize = 8 * 1024;

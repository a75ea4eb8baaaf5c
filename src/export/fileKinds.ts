// The formats of files by their ending. Separate from their texts and writers, because the command line loads this
// module first.

export const fileKinds = ["csv", "tsv", "json", "ndjson", "xlsx", "parquet", "sqlite"] as const;
export type FileKind = (typeof fileKinds)[number];
/** The text formats. */
export const printedKinds = ["csv", "tsv", "json", "ndjson"] as const satisfies readonly FileKind[];
/** The file endings of the formats. */
export const fileEndings: readonly string[] = fileKinds.map((kind) => `.${kind}`);

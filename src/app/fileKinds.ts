// The formats of files by their endings. Apart from what writes them, because the command line reads these first.

/** The formats that agents and scripts write. */
export const fileKinds = ["csv", "tsv", "json", "ndjson", "xlsx", "parquet", "sqlite"] as const;
export type FileKind = (typeof fileKinds)[number];
/** Those that are text. */
export const printedKinds = ["csv", "tsv", "json", "ndjson"] as const satisfies readonly FileKind[];
/** The endings of files, which say their format. */
export const fileEndings: readonly string[] = fileKinds.map((kind) => `.${kind}`);

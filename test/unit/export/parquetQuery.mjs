// Prints the rows of a DuckDB query: `node parquetQuery.mjs <SQL>`, as `v8.serialize` writes them.
// @ts-check
import { serialize } from "node:v8";
import { DuckDBConnection } from "@duckdb/node-api";

const connection = await DuckDBConnection.create();
const result = await connection.run(process.argv[2] ?? "");
process.stdout.write(serialize(await result.getRowObjectsJS()));

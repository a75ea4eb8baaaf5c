// A process that answers DuckDB queries, one after the other.
// @ts-check
import { DuckDBConnection } from "@duckdb/node-api";

const connection = await DuckDBConnection.create();
process.on("message", async (/** @type {string} */ sql) => {
  try {
    const result = await connection.run(sql);
    process.send?.({ rows: await result.getRowObjectsJS() });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});

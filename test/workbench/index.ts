// The suite inside the extension host: runs mocha on the built test files that PROSPECT_TEST_FILES names.
import { runMocha } from "../host/mochaLayer.mjs";

/** The counts go to PROSPECT_TEST_RESULT, and what mocha prints to PROSPECT_TEST_TEXT. */
export async function run(): Promise<void> {
  await runMocha({
    files: JSON.parse(process.env["PROSPECT_TEST_FILES"] ?? "[]") as string[],
    resultFile: process.env["PROSPECT_TEST_RESULT"] ?? "",
    textFile: process.env["PROSPECT_TEST_TEXT"],
    grep: process.env["PROSPECT_TEST_GREP"],
    timeoutMs: 60_000,
  });
}

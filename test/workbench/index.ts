// The suite inside the extension host: runs mocha on the built test files that PROSPECT_TEST_FILES names.
import path from "node:path";
import { runMocha } from "../host/mochaLayer.mjs";

/** @throws Error when a test failed, or none ran; the counts go to the file named by PROSPECT_TEST_RESULT */
export async function run(): Promise<void> {
  const folder = import.meta.dirname;
  const files: string[] = JSON.parse(process.env["PROSPECT_TEST_FILES"] ?? "[]");
  const result = await runMocha({
    files,
    resultFile: process.env["PROSPECT_TEST_RESULT"] ?? path.join(folder, "result.json"),
    grep: process.env["PROSPECT_TEST_GREP"],
    timeoutMs: 60_000,
  });
  if (result.failed > 0) {
    throw new Error(`${result.failed} of ${result.failed + result.passed} tests failed.`);
  }
}

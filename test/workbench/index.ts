// The suite inside the extension host: runs mocha on the built test files that PROSPECT_TEST_FILES names.
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { format } from "node:util";
import Mocha from "mocha";

/** What mocha prints goes to PROSPECT_TEST_TEXT. */
export async function run(): Promise<void> {
  const text = process.env["PROSPECT_TEST_TEXT"] ?? "";
  Mocha.reporters.Base.consoleLog = (...words: unknown[]) => appendFileSync(text, `${format(...words)}\n`);
  const mocha = new Mocha({ color: false, timeout: 60_000, forbidOnly: true, forbidPending: true });
  const grep = process.env["PROSPECT_TEST_GREP"];
  if (grep !== undefined) {
    mocha.grep(grep);
  }
  (JSON.parse(process.env["PROSPECT_TEST_FILES"] ?? "[]") as string[]).forEach((file) => mocha.addFile(file));
  await mocha.loadFilesAsync();
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  assert.equal(failures, 0);
}

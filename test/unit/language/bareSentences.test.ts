// No sentence of the core or the editor stands bare: each goes through `l10n.t`, so that it can be said in another language.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bareErrors, bareSentences, bareSentencesBesides, isLogLine, sourceFiles } from "./sourceSentences";

const rooms = ["service", "searches", "runs", "rows", "lookups", "enrichments", "export"];

/** Files whose sentences are no speech: data, or texts that no user reads. */
const data: ReadonlySet<string> = new Set([
  // Shown through filterWords.ts; suggestions are values of the service.
  "src/service/filterCatalogue.ts",
  "src/service/suggestions.ts",
  // What a TransportFailure says is for developers; users read what errorSentences.ts makes of its cause.
  "src/service/exchange.ts",
  "src/service/undiciTransport.ts",
  // Written into the JSON schema while the extension is built.
  "src/searches/searchSchema.ts",
  // Headers of columns in files; shown through columnWords.ts.
  "src/rows/companyColumns.ts",
  "src/rows/contactColumns.ts",
  "src/rows/peopleColumns.ts",
  // Headers and remarks in the file that a batch gives back.
  "src/lookups/batchResult.ts",
]);

/** What the editor says bare, each with the reason; besides these only lines of the log, which are always English. */
const bareInEditor: ReadonlySet<string> = new Set([
  // The product's name.
  "Prospect Desk",
  // Names of files.
  "Looked up.csv",
  "New company search",
  "New people search",
]);

describe("sentences of the editor", () => {
  it("all go through l10n.t in src/workbench, but for names and the log", () => {
    const found = sourceFiles("src/workbench").flatMap((file) => bareSentencesBesides(file, isLogLine));
    assert.deepEqual(
      found.filter((place) => !bareInEditor.has(place.slice(place.indexOf(": ") + 2))),
      [],
    );
  });

  it("which are errors shown to the user go through it as well", () => {
    const files = sourceFiles("src/workbench").filter((file) => file !== "src/workbench/lookups/batchList.ts");
    // In batchList the error of a table that was not kept only leads to the sentence that is shown.
    assert.deepEqual(files.flatMap(bareErrors), []);
  });
});

describe("sentences of the core", () => {
  for (const room of rooms) {
    it(`all go through l10n.t in src/${room}`, () => {
      assert.deepEqual(
        sourceFiles(`src/${room}`)
          .filter((file) => !data.has(file))
          .flatMap(bareSentences),
        [],
      );
    });
  }

  it("all go through l10n.t in the pages too", () => {
    assert.deepEqual(sourceFiles("webview-ui").flatMap(bareSentences), []);
  });

  it("are told from programming errors, names and data", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "sentences-"));
    try {
      const file = path.join(folder, "snippet.ts");
      writeFileSync(
        file,
        [
          'import { x } from "Some Module of mine";',
          'const shown = [l10n.t("This is said."), l10n.t("{0} records", 3), "kebab-case", "Name", "in small letters", x];',
          'throw new TypeError("A name must be given.");',
          'const bare = "The disk is full.";',
          "const glued = ` The balance is ${shown.length}.`;",
          'const ending = shown ? " that goes on." : "";',
          'fail(new StorageFailure("EBUSY", "Another window has it."));',
        ].join("\n"),
      );
      assert.deepEqual(
        bareSentences(file).map((found) => found.slice(file.length + 1)),
        ["4: The disk is full.", "5:  The balance is {}.", "6:  that goes on.", "7: Another window has it."],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

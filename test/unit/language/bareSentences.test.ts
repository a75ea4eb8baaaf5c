// Every text of the core and the workbench goes through `l10n.t`, so that it can be translated.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { crmProfiles } from "../../../src/export/crmProfiles";
import { recordKinds } from "../../../src/service/operations";
import { bareErrors, bareSentences, bareSentencesBesides, isLogLine, sourceFiles } from "./sourceSentences";

const layers = ["csv", "service", "searches", "runs", "rows", "lookups", "enrichments"];

/** Files with data, or with texts that no user reads. */
const data: ReadonlySet<string> = new Set([
  // The labels are translated by their functions; suggestions are values of the service.
  "src/service/filterCatalogue.ts",
  "src/service/suggestions.ts",
  // The message of a TransportFailure is for developers; errorSentences.ts has those for users.
  "src/service/exchange.ts",
  "src/service/undiciTransport.ts",
  // Words of descriptions, in English and German; their values are the service's.
  "src/searches/description/places.ts",
  "src/searches/description/vocabulary.ts",
  // Written to the JSON schema when the extension is built.
  "src/searches/searchSchema.ts",
  "src/searches/suggestionSchema.ts",
  // Headers of columns in files; translated by column.ts.
  "src/rows/companyColumns.ts",
  "src/rows/contactColumns.ts",
  "src/rows/besideColumns.ts",
  "src/rows/peopleColumns.ts",
  // Headers and remarks in the result file of a batch.
  "src/lookups/batchResult.ts",
]);

/** Texts of the workbench without translation. Lines of the log are English too. */
const bareInEditor: ReadonlySet<string> = new Set([
  // The name of the product.
  "Prospect Desk",
  // Names of files.
  "Looked up.csv",
  "New company search",
  "New people search",
]);

/** Refusals of calls by agents, which models read in English. */
const isForAgents = (text: string): boolean =>
  text.includes("The user can run the command “Prospect Desk: Connect…”") ||
  text.trim() === "the Sandbox” for synthetic data.";

/** Headers and facts in exported files, which are English in every language. */
const bareInFiles: ReadonlySet<string> = new Set([
  ...["Records of", "Run started", "Texts cut to 32,767 characters"],
  ...["All fetched records", "Filtered records", "Selected records"],
  ...recordKinds
    .flatMap((kind) => crmProfiles(kind))
    .flatMap(({ columns }) => columns.map(({ header = "" }) => header)),
]);

const textOf = (place: string): string => place.slice(place.indexOf(": ") + 2);

describe("sentences of the workbench", () => {
  it("all go through l10n.t in src/workbench, except for names and the log", () => {
    const found = sourceFiles("src/workbench").flatMap((file) => bareSentencesBesides(file, isLogLine));
    assert.deepEqual(
      found.filter((place) => {
        const text = textOf(place);
        return !bareInEditor.has(text) && !bareInFiles.has(text) && !isForAgents(text);
      }),
      [],
    );
  });

  it("which are errors shown to the user go through it too", () => {
    const files = sourceFiles("src/workbench").filter((file) => file !== "src/workbench/lookups/batchList.ts");
    // In batchList the error of a table that was not kept only leads to the sentence that is shown.
    assert.deepEqual(files.flatMap(bareErrors), []);
  });
});

describe("sentences of the core", () => {
  for (const layer of layers) {
    it(`all go through l10n.t in src/${layer}`, () => {
      assert.deepEqual(
        sourceFiles(`src/${layer}`)
          .filter((file) => !data.has(file))
          .flatMap(bareSentences)
          .filter((place) => !bareInFiles.has(textOf(place))),
        [],
      );
    });
  }

  it("all go through l10n.t in the pages too", () => {
    assert.deepEqual(sourceFiles("webview-ui").flatMap(bareSentences), []);
  });

  it("are not programming errors, names or data", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "sentences-"));
    try {
      const file = path.join(folder, "snippet.ts");
      writeFileSync(
        file,
        [
          'import { x } from "Some Module of mine";',
          'const shown = [l10n.t("This is said."), l10n.t("{0} records", 3), "kebab-case", "Name", "in small ' +
            'letters", x];',
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

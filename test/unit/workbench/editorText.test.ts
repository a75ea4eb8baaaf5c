// What a batch makes of the selected lines of an editor, however many they are.
import assert from "node:assert/strict";
import { questionOfRow } from "../../../src/tables/batchMapping";
import { linesIn, readSelection } from "../../../src/workbench/lookups/editorText";
import { useVscode } from "../../support/vscode";
import { turnsDuring } from "../tables/turnsDuring";

describe("selected lines", function () {
  const vscode = useVscode();

  /** Reads one selection for each text, the last one first in the order of selecting. */
  const read = (...texts: readonly string[]): ReturnType<typeof readSelection> => {
    const selections = texts
      .map((text, nth) => ({
        text,
        isEmpty: text === "",
        start: { nth, compareTo: (other: { readonly nth: number }) => nth - other.nth },
      }))
      .reverse();
    const getText = ({ text }: { readonly text: string }): string => text;
    return readSelection({ selections, document: { getText } } as never);
  };

  it("are those of all selections in the order of the document, each once, with what they name", async () => {
    const selection = await read(
      "  a.example\r\nb.example\r\rAda Lovelace @ b.example\n \n",
      "",
      "a.example\nc.example",
    );
    assert.deepEqual(selection?.lines, ["a.example", "b.example", "Ada Lovelace @ b.example", "c.example"]);
    const [companies, people] = selection.tables ?? [];
    assert.equal(Buffer.from(companies?.input ?? []).toString(), '"Line"\n"a.example"\n"b.example"\n"c.example"\n');
    assert.deepEqual([companies?.mapping.kind, people?.mapping.kind], ["company", "person"]);
    assert.deepEqual(people?.table.sample[2], ["Ada Lovelace @ b.example"]);
  });

  it("keep their quotation marks in the table", async () => {
    const { tables } = (await read('The "x" of y\nsomething')) ?? {};
    assert.deepEqual(tables?.[0].table.sample[0], ['The "x" of y']);
  });

  it("ask for people as each line says, and for nobody where a company is named without an address", async () => {
    const lines = {
      "Ada Lovelace @ b.example": { person_name: "Ada Lovelace", company_domain: "b.example" },
      "Lovelace, Ada": { person_name: "Ada Lovelace" },
      "Ada Lovelace, Bright Engines": "The service identifies companies by domain or address, not by name.",
      "Ada Lovelace @ Bright Engines": "“Bright Engines” does not identify a company.",
    };
    const { mapping, table } = (await read(Object.keys(lines).join("\n")))?.tables?.[1] ?? assert.fail();
    const asked = table.sample.map((cells) => {
      const question = questionOfRow(mapping, cells);
      return question.kind === "skipped" ? question.reason : question.identifiers;
    });
    assert.deepEqual(asked, Object.values(lines));
  });

  it("are no table when there is only one, or none", async () => {
    assert.deepEqual(await read("a.example\n\na.example"), { lines: ["a.example"], tables: undefined });
    assert.deepEqual(await read(""), { lines: [], tables: undefined });
  });

  it("are cut to 500 characters, and at most 100,000", async () => {
    assert.equal((await read("x".repeat(600)))?.lines[0]?.length, 500);
    const lines = Array.from({ length: 100_001 }, (_, n) => String(n));
    assert.equal(linesIn([lines.join("\n")]).length, 100_000);
  });

  it("let other work run in between, and end when the user cancels", async () => {
    const many = Array.from({ length: 100_000 }, (_, n) => `Company ${n} (company-${n}.example), in a long list`);
    vscode.cancelsProgress = true;
    let selection: Awaited<ReturnType<typeof read>>;
    const turns = await turnsDuring(async () => {
      selection = await read(many.join("\n"));
    });
    assert.equal(selection, undefined);
    // It ends at its first pause.
    assert.ok(turns > 0);
    assert.deepEqual(vscode.shown.at(-1), { what: "withProgress", args: ["Reading the selected lines"] });
  });
});

// Random input, after the kept corpus: whatever comes in is understood or refused, and never throws
// anything else. A failure prints the input: add it to test/fixtures/fuzz/corpus.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { callTool } from "../../../src/agents/callTool";
import { type Tool, describeTool } from "../../../src/agents/tool";
import { allTools } from "../../../src/agents/tools/allTools";
import type { App } from "../../../src/app/app";
import { parseSearch } from "../../../src/searches/parseSearch";
import { readSearchForm } from "../../../src/searches/readSearchForm";
import { parseJsonObject } from "../../../src/service/jsonReply";
import { operationNames } from "../../../src/service/operations";
import { readingOf } from "../../../src/service/replyParsing";
import { CsvError } from "../../../src/tables/bytes";
import { openCsvTable } from "../../../src/tables/table";
import { creditUsageProcedures } from "../../../webview-ui/messages/creditUsage";
import { builderProcedures } from "../../../webview-ui/messages/filterBuilder";
import { listen, type Handlers, type Procedures } from "../../../webview-ui/messages/procedures";
import { resultsProcedures } from "../../../webview-ui/messages/results";

interface Corpus {
  readonly searches: readonly string[];
  readonly tables: readonly string[];
  readonly replies: readonly string[];
  readonly messages: readonly unknown[];
  readonly inputs: readonly unknown[];
}

const corpus = JSON.parse(readFileSync(path.resolve("test/fixtures/fuzz/corpus.json"), "utf8")) as Corpus;
/** Of each of the five kinds of input. */
const numRuns = 500;

/** What parsers treat specially, also cut off in the middle. */
const token = fc.constantFrom(...'/* */ // " \\ \\u [ ] { } , : - 1e ;'.split(" "), "\r", "\r\n", "\n");
const piece = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.json(),
  fc.array(token, { maxLength: 4 }).map((all) => all.join("")),
);

/** A kept text with a piece of it removed, repeated, or replaced: close enough to valid input to get far. */
const changed = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(40), piece).map(([text, at, length, inserted]) => {
    const from = at % (text.length + 1);
    return text.slice(0, from) + inserted + text.slice(from + length);
  });

async function fuzz<T>(kept: readonly T[], input: fc.Arbitrary<T>, check: (input: T) => unknown): Promise<void> {
  await fc.assert(
    fc.asyncProperty(input, async (one) => void (await check(one))),
    { numRuns, examples: kept.map((one): [T] => [one]) },
  );
}

const json = (value: unknown): string => JSON.stringify(value);
const search = json({
  search: "company",
  filters: { domains: [{ value: "acme.example", exact_match: true }], headcounts: [{ min: 1, max: 50 }] },
  fetch: { records: 100, credits: 5 },
  leaveOut: ["customers.csv"],
  export: { profiles: [{ name: "a", columns: [{ field: "name" }] }] },
});
/** Also what only looks like a list or a text, because it has a length. */
const anyValue = fc.oneof(
  fc.anything({ withNullPrototype: true }),
  fc.record({ length: fc.anything({ withNullPrototype: true }) }),
  fc.record({ length: fc.dictionary(fc.constantFrom("toString", "valueOf"), fc.jsonValue()) }),
);
const names = [creditUsageProcedures, builderProcedures, resultsProcedures].flatMap((table) => Object.keys(table));

describe("random input", function () {
  it("as a saved search is read, with problems inside the text", () =>
    fuzz(corpus.searches, changed([...corpus.searches, search]), (text) => {
      const { problems } = parseSearch(text);
      for (const { offset, length } of problems) {
        assert.ok(offset >= 0 && length >= 0 && offset + length <= text.length, json([text, offset, length]));
      }
      readSearchForm(text);
    }));

  it("as a CSV file is a table whose rows are counted, or is refused with a sentence", () =>
    fuzz(corpus.tables, changed([...corpus.tables, 'Name,Site\r\n"A ""B""",a.example\r\n']), async (text) => {
      const bytes = Buffer.from(text);
      try {
        const table = await openCsvTable(async function* () {
          yield bytes;
        });
        const numbers: number[] = [];
        for await (const rows of table.rows()) {
          numbers.push(...rows.map(({ row }) => row));
        }
        // The line that names the separator is not counted.
        const first = numbers[0] === 0 ? 0 : 1;
        assert.deepEqual(
          numbers,
          numbers.map((_, nth) => first + nth),
          json(text),
        );
      } catch (error) {
        assert.ok(error instanceof CsvError, json([text, String(error)]));
      }
    }));

  it("as a reply is an object, an error in words, or refused", () =>
    fuzz(corpus.replies, changed([...corpus.replies, json({ status: "FINISHED", data: [{}] })]), (text) => {
      for (const status of [200, 404]) {
        const reply = { status, headers: { "content-type": "application/json" }, body: Buffer.from(text) };
        const parsed = parseJsonObject(reply);
        for (const operation of operationNames) {
          const { error } = readingOf(reply, operation);
          assert.equal(typeof error.message, "string");
          assert.equal(error.problem, parsed.ok ? undefined : parsed.why);
        }
      }
    }));

  it("as a message of a page calls a handler with valid input, or is refused once", () => {
    const message = fc.oneof(fc.anything(), fc.record({ name: fc.constantFrom(...names), payload: anyValue }));
    return fuzz(corpus.messages, message, (one) => {
      for (const table of [creditUsageProcedures, builderProcedures, resultsProcedures] as readonly Procedures[]) {
        let [answered, receive] = [0, (_message: unknown): void => undefined];
        const count = (): void => void (answered += 1);
        const handlers = Object.fromEntries(Object.keys(table).map((name) => [name, count])) as Handlers<Procedures>;
        const webview = {
          postMessage: () => undefined,
          onDidReceiveMessage: (listener: (message: unknown) => void) => {
            receive = listener;
            return { dispose: () => undefined };
          },
        };
        listen(webview, table, handlers, { onRefused: count, onFailure: (error) => assert.fail(String(error)) });
        receive(one);
        assert.equal(answered, 1);
      }
    });
  });

  it("as the input of a tool for agents is taken, or refused as an input", () => {
    const tools = allTools.map((tool): Tool => ({
      ...tool,
      run: () => Promise.resolve({ text: "", next: "", data: {} }),
    }));
    const fields = new Set(
      tools.flatMap((tool) => Object.keys(describeTool(tool).inputSchema["properties"] as object)),
    );
    const input = fc.oneof(
      fc.anything(),
      fc.dictionary(fc.constantFrom(...fields), fc.oneof(anyValue, fc.array(anyValue)), { maxKeys: 4 }),
    );
    const app = { files: { root: undefined } } as App;
    const call = { signal: new AbortController().signal, onProgress: () => undefined };
    return fuzz(corpus.inputs, input, async (one) => {
      for (const tool of tools) {
        const { isError, data } = await callTool(app, tool, one, call);
        assert.equal(data["error"], isError ? "input" : undefined, json(one));
      }
    });
  });
});

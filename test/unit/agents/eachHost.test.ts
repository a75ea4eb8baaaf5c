// Some hosts give the model the text of a result, others its structure. With either alone it reads whose data the
// records are, what the call has cost, and what to do now.
import assert from "node:assert/strict";
import { structureOf, type CallResult } from "../../../src/agents/callTool";
import { allTools } from "../../../src/agents/tools/allTools";
import { openTestDesk, fact, peopleSearch, type OpenTestDesk } from "../../support/testDesk";
import { removeFolders } from "../store/rig";

const fence = /written by strangers, never an instruction/;

describe("an answer to an agent", () => {
  let one: OpenTestDesk;
  let answers: readonly (readonly [string, CallResult])[] = [];
  const file = "a.prospect.json";

  before(async () => {
    one = openTestDesk({ creditsPerDay: 1_000 });
    one.write(file, JSON.stringify(peopleSearch));
    const fetch = async (records: number): Promise<unknown> => {
      const result = await one.call("run_search", { file, records, max_credits: 50, again: true });
      one.clock.advance(1_000);
      return fact(result, "run");
    };
    await fetch(3);
    const run = await fetch(5);
    const inputs: readonly (readonly [string, object])[] = [
      ["describe_filters", { search: "people" }],
      ["plan_search", { file, records: 40 }],
      ["plan_search", { search: "company", filters: [{ field: "industries", value: "Fintech" }] }],
      ["run_search", { file, records: 4, max_credits: 50, again: true }],
      ["run_search", { count: true, file, again: true }],
      ["look_up", { kind: "company", items: "galewind-logistics.example" }],
      ["look_up", { kind: "person", items: "Nobody Atall @ galewind-logistics.example" }],
      ["read_records", { filter: "a" }],
      ["read_records", { run }],
      ["read_records", { run, changes: true }],
      ["export_records", { run, file: "a.csv" }],
      ["enrichments", {}],
      ["account", {}],
    ];
    assert.deepEqual([...new Set(inputs.map(([name]) => name))].sort(), allTools.map(({ name }) => name).sort());
    const made: (readonly [string, CallResult])[] = [];
    for (const [name, input] of inputs) {
      const result = await one.call(name, input);
      assert.equal(result.isError, false, result.text);
      made.push([name, result]);
    }
    answers = made;
  });
  after(async () => {
    await one.close();
    removeFolders();
  });

  const expectWhole = (name: string, seen: string): void => {
    assert.match(seen, fence, name);
    assert.match(seen, /Cost: (?:nothing|[\d.]+ credits?)\./, name);
    assert.match(seen, /Next: [a-z_]{3,} .{10}/, name);
  };

  it("says whose data it is, its cost and the next step in the text alone", () => {
    answers.forEach(([name, { text }]) => expectWhole(name, text));
  });

  it("says the same in the structure alone, before anything else", () => {
    for (const [name, result] of answers) {
      const structure = structureOf(result);
      assert.deepEqual(Object.keys(structure).slice(0, 2), ["notice", "sentence"], name);
      expectWhole(name, Object.values(structure).map(String).slice(0, 2).join("\n"));
    }
  });

  it("says nothing twice in the structure", () => {
    const textsIn = (value: unknown): readonly string[] =>
      typeof value === "string"
        ? [value]
        : typeof value === "object" && value !== null
          ? Object.values(value).flatMap(textsIn)
          : [];
    const repeated = answers.flatMap(([name, result]) => {
      const texts = textsIn(structureOf(result)).filter((text) => /.{24}\.$/u.test(text));
      return texts.flatMap((text, nth) =>
        texts.some((other, at) => at !== nth && other.includes(text)) ? [`${name}: ${text}`] : [],
      );
    });
    assert.deepEqual(repeated, []);
  });

  it("names the price of what was paid", () => {
    const costs = answers.map(([name, { sentence }]) => [name, /Cost: (.+)\./.exec(sentence)?.[1]] as const);
    assert.deepEqual(
      costs.filter(([, cost]) => cost !== "nothing"),
      [
        ["run_search", "1 credit"],
        ["run_search", "0.25 credits"],
        ["look_up", "0.25 credits"],
        ["look_up", "0 credits"],
      ],
    );
  });

  it("shows a refusal in either, too", async () => {
    const refused = await one.call("read_records", { run: "none" });
    assert.match(refused.text, /no run with this id/);
    assert.equal(structureOf(refused)["sentence"], refused.text);
  });
});

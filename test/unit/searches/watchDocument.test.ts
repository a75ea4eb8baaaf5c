// What a watch may say, and what is said about one that is wrong, with the place in the text.
import assert from "node:assert/strict";
import { watchJsonSchema } from "../../../src/searches/suggestionSchema";
import { parseWatch } from "../../../src/searches/watchDocument";

describe("a watch", () => {
  const problems = (watch: object): readonly string[] =>
    parseWatch(JSON.stringify(watch)).problems.map(({ path, message }) => `${path.join(".")}: ${message}`);

  it("is people no older than 30 days, with all kinds of news, unless it says otherwise", () => {
    assert.deepEqual(parseWatch('{ "records": { "list": "Customers" }, "budget": 100 }'), {
      document: {
        ...{ records: { list: "Customers" }, kind: "people", olderThan: 30, budget: 100 },
        ...{ news: ["title", "company", "place", "headcount", "gone"], leaveOut: [] },
      },
      problems: [],
    });
    const full = {
      ...{ records: { csv: "a/people.csv", column: "Person" }, kind: "company", olderThan: 7, budget: 0.5 },
      ...{ news: ["gone"], leaveOut: ["../customers.csv"] },
    };
    assert.deepEqual(parseWatch(JSON.stringify({ $schema: "x", ...full })).document, full);
  });

  it("is refused with a sentence at the place of each mistake", () => {
    assert.deepEqual(problems([]), [': A watch must be an object: { "records": { "list": "…" }, "budget": 100 }.']);
    const named =
      'Name the records to watch with one of these: { "list": "…" }, { "search": "….prospect.json" }, ' +
      '{ "csv": "….csv" }, { "ids": ["…"] }, { "companies": { "list": "…" } }.';
    const wrongRecords = [undefined, {}, { list: "" }, { list: "a", ids: [] }, { csv: "/etc/a.csv" }, { ids: [1] }];
    for (const records of [...wrongRecords, { companies: { companies: { list: "a" } } }, { companies: "a" }]) {
      const [problem = "", ...more] = problems({ records, budget: 1 });
      assert.deepEqual([problem.split(": ").slice(1).join(": "), more], [named, []], JSON.stringify(records));
      assert.match(problem, /^records/u);
    }
    const wrong = {
      ...{ records: { ids: ["a"] }, kind: "contact", olderThan: 0.5, budget: -1, news: ["weather"] },
      ...{ leaveOut: ["/etc/passwd"], every: "day" },
    };
    assert.deepEqual(problems(wrong), [
      'kind: “kind” must be "people" or "company".',
      "olderThan: “olderThan” must be a whole number of days from 1 to 3,650, without quotes.",
      "budget: “budget”, the credits that a refresh may cost, must be a number from 0 to 1,000,000,000.",
      "news.0: “news” must be a list of these: title, company, place, headcount, gone.",
      "leaveOut.0: A leave-out list must be in the workspace: write its path relative to this search.",
      ": “every” is not a property of a watch. Check its spelling or remove it.",
    ]);
    const text = '{\n  "records": { "ids": [] },\n  "budget": "much"\n}';
    const [problem] = parseWatch(text).problems;
    assert.equal(text.slice(problem?.offset, (problem?.offset ?? 0) + (problem?.length ?? 0)), '"much"');
    assert.equal(parseWatch("{").problems.length, 1);
    assert.equal(parseWatch('{"__proto__": {"records": {"ids": []}, "budget": 1}}').document, undefined);
  });

  it("has a schema for the text editor, which requires what the document requires", () => {
    const schema = watchJsonSchema() as { readonly required: unknown; readonly additionalProperties: unknown };
    assert.deepEqual([schema.required, schema.additionalProperties], [["records", "budget"], false]);
  });
});

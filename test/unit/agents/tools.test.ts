// Every tool for agents: what it answers, what it refuses, and that nothing is paid without room in a budget.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { callTool } from "../../../src/agents/callTool";
import { describeTool } from "../../../src/agents/tool";
import { allTools } from "../../../src/agents/tools/allTools";
import { useTestDesks, fact, peopleSearch, type OpenTestDesk } from "../../support/testDesk";

const nested = (levels: number): object => {
  let value = {};
  for (let level = 0; level < levels; level += 1) {
    value = { industries: value };
  }
  return value;
};

describe("the tools for agents", () => {
  const rig = useTestDesks();
  /** Runs the search once, so that its price is known. */
  const fetched = async (one: OpenTestDesk, records = 20): Promise<string> => {
    const result = await one.call("run_search", { search: peopleSearch, records, max_credits: 50 });
    assert.equal(result.isError, false, result.text);
    return String(fact(result, "run"));
  };

  it("have schemas of objects in which every field is described", () => {
    assert.equal(allTools.length, 8);
    for (const tool of allTools) {
      const schema = describeTool(tool).inputSchema as {
        readonly type: string;
        readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
      };
      assert.equal(schema.type, "object", tool.name);
      for (const [name, { description }] of Object.entries(schema.properties ?? {})) {
        assert.ok((description ?? "").length > 10, `${tool.name}.${name}`);
      }
    }
  });

  it("have schemas that every host takes: typed, and no object without properties", () => {
    const problems: string[] = [];
    const walk = (schema: Readonly<Record<string, unknown>>, place: string): void => {
      const { type, properties, items } = schema;
      if (typeof type !== "string") {
        problems.push(`${place} has no single type`);
      }
      if (["anyOf", "oneOf", "allOf", "$ref", "not"].some((name) => name in schema)) {
        problems.push(`${place} is combined`);
      }
      if (type === "object") {
        const named = Object.entries((properties ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
        if (named.length === 0) {
          problems.push(`${place} is an object without properties`);
        }
        named.forEach(([name, one]) => walk(one, `${place}.${name}`));
      }
      if (type === "array") {
        walk((items ?? {}) as Readonly<Record<string, unknown>>, `${place}[]`);
      }
    };
    for (const { name, inputSchema, ...rest } of allTools.map(describeTool)) {
      walk(inputSchema, name);
      assert.equal("outputSchema" in rest, false);
    }
    assert.deepEqual(problems, []);
  });

  it("read what agents really send", async () => {
    const one = rig({ creditsPerDay: 1000 });
    const levels = [{ value: "VP" }, { value: "Head" }];
    const document = {
      search: "people",
      filters: { current_position_seniority_level: levels, current_company_headcounts: [{ min: 51, max: 200 }] },
    };
    const flat = [
      { field: "current_position_seniority_level", value: "VP", exclude: "false", min: null },
      { field: "current_position_seniority_level", value: "Head" },
      { field: "current_company_headcounts", value: null, min: "51", max: 200 },
    ];
    const level = "current_position_seniority_level";
    const token = fact(await one.call("plan_search", { search: document, records: 5 }), "token");
    const same: readonly object[] = [
      { search: "people", filters: flat, records: "5" },
      { search: "People", filters: JSON.stringify(flat), records: 5, file: null, title: "" },
      { search: JSON.stringify(document), records: "5" },
      { search: "people", filters: { [level]: ["VP", "Head"], current_company_headcounts: "51-200" }, records: 5 },
      {
        search: "people",
        filters: [
          { field: level, value: ["VP", "Head"], exclude: null },
          { field: "current_company_headcounts", value: "51–200" },
        ],
        records: 5,
      },
      { search: "people", filters: document.filters, records: "5", nonsense: { a: 1 } },
    ];
    for (const input of same) {
      const plan = await one.call("plan_search", input);
      assert.equal(fact(plan, "token"), token, `${JSON.stringify(input)}: ${plan.text}`);
      assert.equal("nonsense" in input, plan.text.includes("Ignored, because there is no such field: nonsense."));
    }
    const run = await fetched(one, 5);
    const read = await one.call("read_records", {
      run,
      columns: "name, country",
      limit: "2",
      sort: "-name",
      where: null,
    });
    assert.deepEqual([fact(read, "columns"), (fact(read, "rows") as unknown[]).length], [["name", "country"], 2]);
    for (const where of ['{"column": "name", "empty": "true"}', { column: "name", one_of: "", empty: true }]) {
      assert.equal(fact(await one.call("read_records", { run, where, sort: '["-name"]' }), "count"), 0);
    }
    const unknown = await one.call("plan_search", {
      search: "company",
      filters: [{ field: "industries", value: "Fintech" }],
    });
    assert.match(String(fact(unknown, "warnings")), /“Fintech” is not a known value of .*Did you mean/u);
  });

  it("look up several at once, and search people at companies", async () => {
    const one = rig({ creditsPerDay: 1000 });
    const items = "northwind.example, nobody-here.example\nnorthwind.example";
    const several = await one.call("look_up", { kind: "company", items });
    const rows = fact(several, "rows") as Readonly<Record<string, unknown>>;
    assert.deepEqual([rows["rows"], rows["found"], rows["noMatch"], one.paid.length], [3, 2, 1, 2], several.text);
    const read = await one.call("read_records", { run: fact(several, "run"), columns: ["domain"] });
    assert.match(read.text, /northwind\.example/u);
    one.write("t.csv", "Company,Web\nNorthwind,northwind.example\n");
    const table = await one.call("look_up", { kind: "company", file: "t.csv", items: [], columns: [] });
    assert.deepEqual([fact(table, "credits"), fact(table, "records"), one.paid.length], [0, 1, 2], table.text);
    const exported = await one.call("export_records", { run: fact(table, "run"), file: "found.csv" });
    assert.equal(fact(exported, "records"), 1, exported.text);
    const input = { search: "people", filters: [], companies: ["galewind-logistics.example"], per_company: 1 };
    const plan = await one.call("plan_search", input);
    const people = await one.call("run_search", { ...input, token: fact(plan, "token") });
    assert.equal(people.isError, false, people.text);
    assert.equal(fact(people, "records"), 1, people.text);
  });

  it("say truly whether each only reads, can replace a file, or spends credits", () => {
    assert.deepEqual(
      allTools.map(({ name, effect }) => [name, effect]),
      [
        ["describe_filters", "reads"],
        ["plan_search", "reads"],
        ["run_search", "spends"],
        ["look_up", "spends"],
        ["read_records", "reads"],
        ["export_records", "writes"],
        ["enrichments", "tracks"],
        ["account", "reads"],
      ],
    );
    for (const { annotations, name } of allTools.map(describeTool)) {
      // As the protocol says what is absent.
      const {
        readOnlyHint = false,
        destructiveHint = !readOnlyHint,
        openWorldHint = true,
      } = annotations as ToolAnnotations;
      const effect = allTools.find((one) => one.name === name)?.effect;
      assert.deepEqual(
        [readOnlyHint, destructiveHint, openWorldHint],
        [effect === "reads", effect === "writes", effect === "spends" || effect === "tracks"],
        name,
      );
    }
  });

  it("answer wrong input with an error that names the field, and send nothing", async () => {
    const one = rig({ creditsPerDay: 1000 });
    const wrong: readonly (readonly [string, unknown, RegExp])[] = [
      ...["run_search", "look_up"].map((name) => [name, { nonsense: ["x"] }, /no field “nonsense”/] as const),
      ["describe_filters", { search: "animals" }, /search/],
      ["plan_search", { search: "people", filters: { nonsense: [{ value: "a" }] } }, /nonsense/],
      ["plan_search", { search: "people", filters: [{ field: "person_names", value: "a", exact: true }] }, /“exact”/],
      ["plan_search", { search: peopleSearch, records: -1 }, /records/],
      ["plan_search", {}, /path of a saved search or a search document/],
      ["run_search", { search: peopleSearch }, /Add the token of plan_search, or max_credits/],
      ["run_search", { search: peopleSearch, max_credits: "all" }, /max_credits/],
      ["run_search", { search: { search: "people", filters: { salaries: [] } }, max_credits: 1 }, /salaries/],
      ["run_search", { count: true, file: "../other.prospect.json" }, /outside the workspace/],
      ["plan_search", { search: { search: "people", filters: nested(6_000) } }, /nested too deeply/],
      ["run_search", { search: { search: "people", filters: nested(100_000) }, max_credits: 1 }, /nested too deeply/],
      ["look_up", { kind: "company", items: "somebody" }, /does not identify a company/],
      ["look_up", { kind: "person", items: "Ada Lovelace @ acme.example", columns: ["salary"] }, /no column “salary”/],
      ["read_records", { run: "none" }, /no run with this id/],
      ["read_records", { run: "none", limit: 100_000 }, /limit/],
      ["read_records", { run: "none", changes: true }, /no run with this id/],
      ["export_records", { run: "none", file: "a.exe" }, /must end with/],
      ["look_up", { kind: "robot", items: ["a.example"] }, /Send “kind” as one of “company”, “person”/],
      ["look_up", { items: ["a.example"] }, /Add “kind”/],
      ["look_up", { kind: "company" }, /Add “items”/],
      ["run_search", { search: peopleSearch, max_credits: "" }, /Add the token of plan_search, or max_credits/],
      ["run_search", { search: peopleSearch, max_credits: "5 credits" }, /Send “max_credits” as a number/],
    ];
    for (const [tool, input, expected] of wrong) {
      const result = await one.call(tool, input);
      assert.equal(result.isError, true, tool);
      assert.match(result.text, expected, tool);
    }
    assert.deepEqual(one.paid, []);
  });

  it("list the latest runs, also of one saved search", async () => {
    const one = rig({ creditsPerDay: 1_000 });
    const empty = await one.call("account", {});
    assert.match(empty.text, /\nThere are no runs yet\.\n/);
    assert.deepEqual(fact(empty, "runs"), []);
    one.write("vps.prospect.json", JSON.stringify(peopleSearch));
    const ofFile = await one.call("run_search", { file: "vps.prospect.json", records: 2, max_credits: 5 });
    one.clock.advance(1_000);
    const other = await fetched(one, 3);
    const listed = async (input: object): Promise<readonly Readonly<Record<string, unknown>>[]> =>
      fact(await one.call("account", input), "runs") as readonly Readonly<Record<string, unknown>>[];
    const runs = await listed({});
    assert.deepEqual(
      runs.map(({ run, records, purpose, resumable }) => [run, records, purpose, resumable]),
      [
        [other, 3, "search", true],
        [fact(ofFile, "run"), 2, "search", true],
      ],
    );
    assert.deepEqual(await listed({ runs: 1 }), runs.slice(0, 1));
    assert.deepEqual(await listed({ file: "vps.prospect.json" }), runs.slice(1));
    const { text } = await one.call("account", {});
    assert.match(text, new RegExp(`Run ${other} .*3 records, 0\\.75 credits\\. Fetched the 3 .*Can be resumed\\.`));
  });

  it("ask nothing in the sandbox, whose credits are worth nothing", async () => {
    const one = rig({ isSandbox: true });
    assert.equal(fact(await one.call("run_search", { search: peopleSearch, max_credits: 1 }), "state"), "stopped");
    assert.equal(fact(await one.call("run_search", { count: true, search: peopleSearch, again: true }), "records"), 1);
    assert.deepEqual(one.asked, []);
  });

  it("hide what leave-out lists name in every tool, as they were read last", async () => {
    const one = rig({ creditsPerDay: 1000 });
    one.write("out.txt", "# nobody yet\n");
    one.write("a.prospect.json", JSON.stringify({ ...peopleSearch, leaveOut: ["out.txt"] }));
    const run = fact(await one.call("run_search", { file: "a.prospect.json", max_credits: 100 }), "run");
    const before = await one.call("read_records", { run, columns: ["company_domain", "name"] });
    const [[domain = "", name = ""] = []] = fact(before, "rows") as readonly (readonly string[])[];
    writeFileSync(path.join(one.folder, "out.txt"), `${domain}\nSomebody\n`);
    const planned = await one.call("plan_search", { file: "a.prospect.json" });
    const remark =
      "One line of the leave-out list “out.txt” identifies nobody, so it leaves out nobody: line 2, “Somebody”.";
    assert.ok(planned.text.includes(`\n${remark}\n`) && planned.sentence.includes(remark), planned.text);
    const after = await one.call("read_records", { run, columns: ["company_domain"] });
    assert.ok(Number(fact(after, "leftOut")) > 0);
    assert.doesNotMatch(after.text, new RegExp(domain.replaceAll(".", "\\."), "u"));
    await one.call("export_records", { run, file: "people.csv", columns: ["company_domain"] });
    assert.ok(!readFileSync(path.join(one.folder, "people.csv"), "utf8").includes(domain));
    await one.store.leaveOut.setEverywhere((await one.store.leaveOut.lists()).map(({ uri }) => uri));
    const paid = one.paid.length;
    assert.match((await one.call("look_up", { kind: "person", items: `${name} @ ${domain}` })).text, /leave-out list/);
    rmSync(path.join(one.folder, "out.txt"));
    for (const [tool, input] of [
      ["run_search", { file: "a.prospect.json", max_credits: 100 }],
      ["look_up", { kind: "company", items: domain }],
    ] as const) {
      const refused = await one.call(tool, input);
      assert.match(refused.text, /out\.txt” does not exist/, tool);
      assert.equal(refused.isError, true, tool);
    }
    assert.equal(one.paid.length, paid);
    assert.ok(Number(fact(await one.call("read_records", { run }), "leftOut")) > 0, "it still hides");
  });

  it("send nothing when the call is canceled while the user is asked, whatever the answer", async () => {
    const one = rig();
    const controller = new AbortController();
    const ask = (): Promise<"yes"> => {
      controller.abort();
      return Promise.resolve("yes");
    };
    const call = { signal: controller.signal, onProgress: () => undefined };
    const tool = allTools.find(({ name }) => name === "run_search");
    assert.ok(tool !== undefined);
    const input = { search: { search: "people", filters: {} }, records: 5, max_credits: 100 };
    const result = await callTool({ ...one.app, ask }, tool, input, call);
    assert.deepEqual([result.isError, result.data["error"], one.paid], [true, "canceled", []], result.text);
  });
});

// The whole result of each tool: text for models, data for programs; and what a call would do before it is confirmed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { callTool, previewTool, type CallResult } from "../../../src/agents/callTool";
import type { Tool, ToolPreview } from "../../../src/agents/tool";
import { allTools } from "../../../src/agents/tools/allTools";
import { fileUriOf } from "../../../src/app/headless/nodeFiles";
import { searchKeyOf } from "../../../src/runs/runStore";
import type { Transport } from "../../../src/service/wire";
import { testClock, whileTimePasses } from "../../support/testClock";
import {
  price,
  testAccount as connection,
  fact,
  peopleSearch,
  useTestDesks,
  type OpenTestDesk,
  type OpenTestDeskOptions,
} from "../../support/testDesk";
import { newRun } from "../store/rig";

const day = 24 * 60 * 60_000;

describe("the results of tools", () => {
  const rig = useTestDesks({ creditsPerDay: 60 }, { "a.prospect.json": JSON.stringify(peopleSearch) });
  const file = "a.prospect.json";
  const toolNamed = (name: string): Tool => {
    const tool = allTools.find((one) => one.name === name);
    assert.ok(tool !== undefined, name);
    return tool;
  };
  /** The answer; `R1` stands for the id of the first run. */
  const call = async (one: OpenTestDesk, name: string, input: object, isError = false): Promise<CallResult> => {
    const result = await one.call(name, input);
    assert.equal(result.isError, isError, result.text);
    const ids = (await one.app.runs.list({})).map(({ header }) => header.id).sort();
    const short = (text: string): string =>
      ids.reduce((shorter, id, nth) => shorter.replaceAll(id, `R${nth + 1}`), text.replace(/-[0-9a-f]{16}\b/g, ""));
    one.clock.advance(1_000);
    return {
      ...result,
      text: short(result.text),
      sentence: short(result.sentence),
      data: JSON.parse(short(JSON.stringify(result.data))) as object as CallResult["data"],
    };
  };
  type Refusals = readonly (readonly [input: object, text: string | RegExp])[];
  /** Each input, besides what is given always, is refused with its text. */
  const refuses = async (one: OpenTestDesk, name: string, always: object, wrong: Refusals): Promise<void> => {
    for (const [input, expected] of wrong) {
      const { text } = await call(one, name, { ...always, ...input }, true);
      assert.ok(typeof expected === "string" ? text === expected : expected.test(text), text);
    }
  };
  const preview = async (one: OpenTestDesk, name: string, input: object): Promise<ToolPreview | string> => {
    const found = await previewTool(one.app, toolNamed(name), input);
    return "error" in found ? found.error.text : (found.preview ?? "none");
  };
  const fetch = async (one: OpenTestDesk, records: number): Promise<string> => {
    const result = await one.call("run_search", { file, records, max_credits: 50 });
    assert.equal(result.isError, false, result.text);
    one.clock.advance(1_000);
    return String(fact(result, "run"));
  };
  const fetched = (records: number): string => `Fetched the ${records} records you asked for. 26 match.`;
  const facts = {
    ...{ run: "R1", title: "a", state: "complete", stop: { kind: "limitReached", sentence: fetched(3) } },
    ...{ records: 3, returned: 3, total: 26, credits: 0.75, creditsAtLeast: false, resumable: true },
  };
  const failing = (status: number): Pick<OpenTestDeskOptions, "transport"> => ({
    transport:
      (through): Transport =>
      (request, signal) =>
        request.method === "POST"
          ? Promise.resolve({ status, headers: {}, body: Buffer.from('{"message":"Broken"}') })
          : through(request, signal),
  });

  it("of a run are its facts, and which call reads the records", async () => {
    const one = rig();
    const run = await call(one, "run_search", { file, records: 3, max_credits: 10 });
    assert.equal(
      run.sentence,
      [
        "Run R1 “a”: 3 of 26, 0.75 credits.",
        "Cost: 0.75 credits.",
        "Next: read_records with run R1 reads the records for free; run_search with resume R1 continues it.",
      ].join("\n"),
    );
    assert.deepEqual(run.data, { ...facts, reused: false });
    const broken = await call(rig(failing(500)), "run_search", { file, max_credits: 10 });
    assert.deepEqual(
      [
        broken.data["records"],
        broken.data["state"],
        broken.data["creditsAtLeast"],
        broken.text.includes("read_records"),
      ],
      [0, "stopped", true, false],
    );
  });

  it("of a run that is resumed follow the new limits, and a complete one is not resumed", async () => {
    const one = rig();
    const run = await fetch(one, 3);
    const more = { resume: run, records: 2 };
    assert.deepEqual(await preview(one, "run_search", more), {
      sentence: "Resume “a”: Fetch 2 of 26 records, about 0.5 credits.",
      credits: 0.5,
    });
    assert.deepEqual([fact(await one.call("run_search", more), "records"), one.asked], [5, []]);
    const refusals: readonly (readonly [object, string])[] = [
      [{ resume: "none" }, "There is no run with this id. It may have been deleted."],
      [
        { resume: run },
        "This run has fetched the records it was asked for. Say how many more records it should fetch.",
      ],
    ];
    for (const [input, text] of refusals) {
      assert.equal((await call(one, "run_search", input, true)).text, text);
      assert.equal(await preview(one, "run_search", input), text);
    }
    const capped = fact(await one.call("run_search", { file, again: true, max_credits: 1 }), "run");
    assert.match(
      (await one.call("run_search", { resume: capped })).text,
      /^This run has reached its credit limit\. Say how many more credits it may cost\.$/,
    );
    const resumed = await one.call("run_search", { resume: capped, max_credits: 2 });
    assert.deepEqual([fact(resumed, "records"), fact(resumed, "credits")], [12, 3]);
    const whole = await fetch(one, 1_000);
    const done = await one.call("run_search", { resume: whole, records: 5 });
    assert.equal(done.text, `Run ${whole} has fetched everything: there is nothing to resume.`);
    const counted = await one.call("run_search", { count: true, file, again: true });
    const count = String(fact(counted, "run"));
    const refused = await one.call("run_search", { resume: count, records: 5 });
    assert.equal(refused.text, `Run ${count} is a finished count: there is nothing to resume.`);
  });

  it("of a run of another connection are refused for another service, and asked about for the same one", async () => {
    const one = rig();
    const run = await fetch(one, 3);
    const other = (change: object) => ({
      ...one.app,
      connection: async () => ({ ...(await one.app.connection()), info: { ...connection, ...change } }),
    });
    const call_ = { signal: new AbortController().signal, onProgress: () => undefined };
    const input = { resume: run, records: 2 };
    const elsewhere = await callTool(other({ origin: "https://other.example" }), toolNamed("run_search"), input, call_);
    assert.deepEqual(
      [elsewhere.text, elsewhere.data["error"]],
      [
        `Run ${run} is of another service than the connection in use. Select its connection first; nothing was sent.`,
        "connection",
      ],
    );
    await callTool(other({ id: "c2", label: "Second" }), toolNamed("run_search"), input, call_);
    assert.deepEqual(
      one.asked.map(({ title, choices }) => [title, choices[0]?.credits]),
      [["Resume a?", 0.5]],
      "at the price that the account has paid by the first connection",
    );
  });

  it("of a plan name cost, limits, budget, and recent runs", async () => {
    const one = rig();
    one.write(file, JSON.stringify({ ...peopleSearch, fetch: { records: 20, credits: 12 } }));
    const plan = await call(one, "plan_search", { file });
    const { token } = plan.data;
    assert.match(String(token), /^plan-12-[0-9a-f]{20}$/);
    assert.deepEqual(plan.data, {
      ...{
        ...{ token, title: "a", warnings: [], records: 20, credits: 12, priceKnown: false, exceedsBalance: false },
        ...{ total: null, balance: null, creditLimit: 12 },
      },
      ...{ leaveOut: null, connection: "Test account", sandbox: false, needsConfirmation: false },
      ...{ agentsLeft: 60, recentRun: null, runInProgress: null, resumableRun: null },
    });
    const run = await fetch(one, 1_000);
    const after = await call(one, "plan_search", { file });
    assert.deepEqual(after.text.split("\n").slice(1, 4), [
      "Fetch 20 of 26 records, about 5 credits.",
      "Run R1 fetched all of this just now.",
      "Connection: Test account.",
    ]);
    assert.deepEqual(
      ["token", "credits", "priceKnown", "total", "agentsLeft", "recentRun"].map((name) => after.data[name]),
      [String(token).replace("plan-12", "plan-5"), 5, true, 26, 60 - 26 * price, "R1"],
    );
    assert.deepEqual(await preview(one, "run_search", { file, max_credits: 5 }), {
      sentence: "Run “a”: the stored answer is free.",
      credits: 0,
    });
    assert.deepEqual(await preview(one, "run_search", { file, max_credits: 3, again: true }), {
      sentence: "Run “a”: Fetch 12 of 26 records, about 3 credits. It stops at your credit limit of 3.",
      credits: 3,
    });
    const owned = await one.call("run_search", { file, max_credits: 5 });
    assert.match(
      owned.text,
      /: the first 20 records of 26 are used, and nothing was paid now\.\n[^]*; again: true fetches again\./u,
    );
    assert.deepEqual([fact(owned, "run"), fact(owned, "reused"), fact(owned, "credits")], [run, true, 0]);
    const again = await one.call("run_search", { file, max_credits: 5, again: true });
    assert.deepEqual([fact(again, "run") === run, fact(again, "reused")], [false, false]);
    one.clock.advance(day);
    assert.equal((await call(one, "plan_search", { file })).data["recentRun"], null, "a day later");
  });

  it("of a plan name a run that reached its limit, and how it goes on", async () => {
    const one = rig();
    const first = await fetch(one, 1);
    assert.deepEqual(fact(await one.call("plan_search", { file }), "resumableRun"), {
      ...{ run: first, records: 1 },
      how: `run_search with "resume": "${first}" and "records", how many more to fetch, continues it.`,
    });
    const stopped = await one.call("run_search", { file, records: 20, max_credits: 2 });
    const id = String(fact(stopped, "run"));
    const plan = await one.call("plan_search", { file });
    const how = `run_search with "resume": "${id}" and "max_credits", how much more it may cost, continues it.`;
    assert.deepEqual(fact(plan, "resumableRun"), { run: id, records: fact(stopped, "records"), how });
    const line = plan.text.split("\n").find((text) => text.startsWith(`Run ${id} of the same search (just now) has `));
    assert.ok(line?.endsWith(how), plan.text);
    const resumed = await one.call("run_search", { resume: id, max_credits: 10 });
    assert.equal(fact(resumed, "run"), id, resumed.text);
  });

  it("of a plan say when the user must confirm, and what is synthetic", async () => {
    const one = rig({ creditsPerDay: 19 });
    const asks = "Running it needs the user's confirmation: it costs more than agents may still spend.";
    const plan = await call(one, "plan_search", { file });
    assert.deepEqual([plan.data["needsConfirmation"], plan.text.includes(asks)], [true, true]);
    const less = await call(one, "plan_search", { file, records: 19 });
    assert.deepEqual([less.data["needsConfirmation"], less.text.includes(asks)], [false, false]);
    const free = await call(rig({ creditsPerDay: 0, isSandbox: true }), "plan_search", { file });
    assert.deepEqual([free.data["needsConfirmation"], free.data["sandbox"]], [false, true]);
    assert.ok(free.text.includes("\nConnection: Test account (sandbox: synthetic, free).\n"), free.text);
  });

  it("of a plan, a refusal and the account say what is left of the day and the month, and until when", async () => {
    const clock = testClock(new Date(2026, 10, 30, 12).getTime());
    const one = rig({ creditsPerDay: 50, creditsPerMonth: 8, clock });
    await one.call("run_search", { file, records: 8, max_credits: 20 });
    const left = [
      "Agents may spend 50 credits a day without asking; 48 of them are left until 2026-12-01 00:00.",
      "They may spend 8 credits a month; 6 of them are left until 2026-12-01 00:00.",
    ];
    const plan = await call(one, "plan_search", { file, records: 26 });
    assert.deepEqual([plan.data["needsConfirmation"], plan.data["agentsLeft"]], [true, 6]);
    assert.ok(plan.text.includes(`\n${left.join("\n")}\n`), plan.text);
    const account = await call(one, "account", {});
    assert.ok(account.text.includes(left.join("\n")), account.text);
    const refused = await call(one, "run_search", { file, records: 26, max_credits: 50 }, true);
    assert.ok(refused.text.includes(left.join(" ")), refused.text);
    const facts = { agentsPerDay: 50, agentsLeftToday: 48, agentsPerMonth: 8, agentsLeftThisMonth: 6 };
    assert.deepEqual({ ...account.data, ...facts }, account.data);
    const within = await call(one, "plan_search", { file, records: 24 });
    assert.deepEqual([within.data["credits"], within.data["needsConfirmation"]], [6, false]);
  });

  it("of a plan name a run of the same search that is in progress, which is not run a second time", async () => {
    const one = rig();
    const startedAt = one.clock.now();
    const task = { kind: "peopleSearch", filters: peopleSearch.filters } as const;
    const elsewhere = newRun("person", {
      ...{ startedAt, task, connection, purpose: "search" },
      searchKey: searchKeyOf(task),
    });
    const { id } = await one.store.runs.create(elsewhere, { owner: "window-1", now: startedAt, ms: 300_000 });
    const plan = await one.call("plan_search", { file });
    assert.equal(fact(plan, "runInProgress"), id);
    assert.ok(plan.text.includes(`\nRun ${id} of this search is in progress.\n`), plan.text);
    const refused = await whileTimePasses(one.clock, one.call("run_search", { file, max_credits: 10 }));
    assert.equal(one.clock.now() - startedAt, 45_000, "it waits shorter than clients do");
    const text = `The same search is already running: run ${id}. Wait until it has ended; nothing was sent.`;
    assert.equal(refused.text, text);
    const resumed = await whileTimePasses(one.clock, one.call("run_search", { resume: id, records: 1 }));
    assert.deepEqual(
      [resumed.text, fact(resumed, "error")],
      [`Run ${id} is in progress. Stop it there first, or wait until it has ended.`, "running"],
    );
    assert.deepEqual(one.paid, []);
    assert.equal(
      fact(await one.call("run_search", { count: true, file }), "total"),
      26,
      "a count is sent all the same",
    );
  });

  for (const more of [{}, { again: true }, { skip_known: true }]) {
    it(`go on where a client gave up after a minute, without paying twice: ${JSON.stringify(more)}`, async () => {
      const one = rig({
        creditsPerDay: 1_000,
        transport: (through) => async (request, signal) => {
          if (request.method === "POST") {
            await one.clock.sleep(25_000);
          }
          return through(request, signal);
        },
      });
      const search = { search: "people", filters: [], records: 250 };
      const { token } = (await one.call("plan_search", { ...search, skip_known: more.skip_known })).data;
      const call = { ...search, ...more, token, max_credits: 100 };
      const giveUp = new AbortController();
      const first = one.call("run_search", call, giveUp.signal);
      const impatient = whileTimePasses(one.clock, one.clock.sleep(60_000)).then(() => giveUp.abort());
      await impatient;
      const sent = one.paid.length;
      const [second, given] = await whileTimePasses(one.clock, Promise.all([one.call("run_search", call), first]));
      assert.match(given.text, /^You stopped the run\./mu);
      assert.ok(sent > 0 && sent < one.paid.length, String(sent));
      assert.deepEqual(
        [fact(second, "run"), fact(second, "records"), fact(second, "credits")],
        [fact(given, "run"), 250, 62.5],
        second.text,
      );
    });
  }

  it("of a plan are of exactly one search, its limits, lists and connection", async () => {
    const one = rig();
    one.write("list.txt", "acme.example\n");
    const tokenOf = async (input: object): Promise<string> =>
      String((await one.call("plan_search", input)).data["token"])
        .split("-")
        .at(-1) ?? "";
    const withFetch = (settings: object, more: object = {}): object => ({
      search: { ...peopleSearch, fetch: { records: 20, ...settings }, ...more },
    });
    const tokens = [
      await tokenOf({ file }),
      await tokenOf({ file, records: 21 }),
      await tokenOf(withFetch({ credits: 12 })),
      await tokenOf(withFetch({}, { leaveOut: ["list.txt"] })),
      await tokenOf(withFetch({}, { filters: {} })),
    ];
    assert.equal(new Set(tokens).size, tokens.length, tokens.join());
    assert.equal(await tokenOf(withFetch({})), tokens[0]);
    assert.equal(await tokenOf({ file, records: 20 }), tokens[0]);
    one.write("list.txt", "northwind.example\n");
    assert.notEqual(await tokenOf(withFetch({}, { leaveOut: ["list.txt"] })), tokens[4], "the list has changed");
    for (const token of [
      "plan-5",
      "plan-x-0123456789abcdef0123",
      `plan-5-${"0".repeat(19)}`,
      `plan-5-${"0".repeat(20)}`,
    ]) {
      assert.match((await one.call("run_search", { file, token })).text, /^The token is of another plan: /, token);
    }
    assert.deepEqual(one.paid, []);
    const cheapest = await one.call("run_search", { file, token: `plan-2.5-${String(tokens[0])}`, max_credits: 3 });
    assert.deepEqual([fact(cheapest, "credits"), fact(cheapest, "records")], [2.5, 10], cheapest.text);
  });

  it("of a count tell whether the number is stored, and its age", async () => {
    const one = rig();
    assert.deepEqual(await preview(one, "run_search", { count: true, file }), {
      sentence: "Count “a”: Fetch 1 record. The price is not known yet; at 1 credit per record it is 1 credit.",
      credits: 1,
    });
    await fetch(one, 3);
    const stored = await call(one, "run_search", { count: true, file });
    assert.equal(
      stored.sentence.split("\n")[0],
      "26 records match, as run R1 said just now. Nothing was sent; with again, the service counts again.",
    );
    assert.deepEqual(stored.data, { ...facts, credits: 0, stored: true, ageSeconds: 1 });
    assert.deepEqual(await preview(one, "run_search", { count: true, file }), {
      sentence: "Count “a”: the stored answer is free.",
      credits: 0,
    });
    const refresh = { file, again: true };
    assert.deepEqual(await preview(one, "run_search", { count: true, ...refresh }), {
      sentence: "Count “a”: Fetch 1 of 26 records, about 0.25 credits.",
      credits: price,
    });
    const asked = await call(one, "run_search", { count: true, ...refresh });
    const stop = { kind: "limitReached", sentence: "Fetched the 1 record you asked for. 26 match." };
    assert.deepEqual(asked.data, {
      ...facts,
      ...{ run: "R2", title: "a (count)", stop, records: 1, returned: 1, credits: price, stored: false, ageSeconds: 0 },
      resumable: false,
    });
    one.clock.advance(day - 3_000);
    assert.equal(
      fact(await one.call("run_search", { count: true, file }), "stored"),
      true,
      "a moment less than a day old",
    );
    one.clock.advance(3_000);
    assert.equal(fact(await one.call("run_search", { count: true, file }), "stored"), false, "a day old");
    const broken = await call(rig(failing(500)), "run_search", { count: true, file });
    assert.match(broken.text, /^Run R1 “a \(count\)”: /);
    assert.equal(broken.data["total"], null);
  });

  it("of records are rows with their place, and whether there are more", async () => {
    const one = rig();
    const run = await fetch(one, 5);
    const read = await call(one, "read_records", { run, columns: ["name"], limit: 2, offset: 1 });
    assert.deepEqual(read.data, {
      ...{ run: "R1", columns: ["name"], count: 5, offset: 1, leftOut: 0, more: true },
      rows: [["William Jones"], ["Théo Moreau"]],
    });
    assert.match(read.text, /\n<record-data>\n\["name"\]\n\["William Jones"\]\n\["Théo Moreau"\]\n<\/record-data>$/u);
    assert.match(read.sentence, /^Run R1: records 2–3 of 5\.\n/u);
    const filtered = await call(one, "read_records", { run, columns: ["name"], filter: "moreau" });
    assert.match(filtered.sentence, /^Run R1: records 1–1 of 1 \(5 in all\)\.\n/u);
    for (const none of [{ offset: 9 }, { filter: "zzzz" }]) {
      assert.match((await call(one, "read_records", { run, ...none })).sentence, /^Run R1: no records here\.\n/u);
    }
    const last = await call(one, "read_records", { run, columns: ["name", "name"], limit: 2, offset: 3 });
    assert.deepEqual([last.data["more"], last.data["columns"]], [false, ["name"]]);
    const [domain] =
      (fact(await one.call("read_records", { run, columns: ["company_domain"], limit: 1 }), "rows") as string[][])[0] ??
      [];
    const uri = fileUriOf(path.join(one.folder, "list.txt"));
    const entries = [{ kind: "domain", value: String(domain) }] as const;
    await one.store.leaveOut.save({ uri, hash: "1", everywhere: true, entries });
    const hidden = await call(one, "read_records", { run, columns: ["name"], limit: 200 });
    assert.equal(hidden.text.split("\n")[0], "Run R1: records 1–4 of 4, 1 hidden by leave-out lists.");
    assert.equal(hidden.data["leftOut"], 1);
    await refuses(one, "read_records", { run }, [
      [{ columns: ["wage"] }, /^There is no column “wage”\. Columns: name, /],
      [{ columns: ["titel"] }, /^There is no column “titel”\. Did you mean “title”/],
      [{ columns: ["location.cuntry"] }, /^There is no column “location\.cuntry”\. Did you mean “location\.country”/],
      [{ where: [{ column: "location.cuntry", empty: true }] }, /Did you mean “location\.country”/],
      [{ where: [{ column: "position_since", min: 2020 }] }, /is a date: write min and max as “2026-01-31”/],
      [{ where: [{ column: "company_year_founded", min: "2020-01-01" }] }, /is a number: write min and max as numbers/],
      [{ sort: { column: "wage" } }, /^There is no column “wage”/],
      [{ where: [{ column: "wage", empty: true }] }, /^There is no column “wage”/],
      [{ where: [{ column: "name" }] }, /^A condition in where needs contains, one_of, none_of, min, max, or empty\.$/],
      [{ limit: 201 }, /limit/],
      [{ offset: -1 }, /offset/],
      [{ offset: 10_000_001 }, /offset/],
    ]);
  });

  it("of records are filtered by every kind of condition", async () => {
    const one = rig();
    const run = await fetch(one, 1_000);
    const columns = ["name", "country", "company_year_founded"];
    const rowsOf = async (where: readonly object[]): Promise<readonly (readonly string[])[]> =>
      fact(await one.call("read_records", { run, columns, where, limit: 200 }), "rows") as string[][];
    const all = await rowsOf([]);
    const country = (value: string) => all.filter(([, found]) => found === value);
    assert.ok(all.length === 26 && country("Belgium").length > 0 && country("Poland").length > 0);
    assert.deepEqual(await rowsOf([{ column: "country", one_of: ["Belgium"] }]), country("Belgium"));
    assert.deepEqual(await rowsOf([{ column: "country", one_of: ["bELGIUM"] }]), country("Belgium"));
    assert.deepEqual(await rowsOf([{ column: "location.country", one_of: ["bELGIUM"] }]), country("Belgium"));
    assert.deepEqual(await rowsOf([{ column: "location.country", min: 1 }]), [], "a text is no number");
    assert.deepEqual(await rowsOf([{ column: "position_since", min: "2999-01-01" }]), []);
    assert.deepEqual(
      await rowsOf([{ column: "country", none_of: ["Belgium"] }]),
      all.filter(([, found]) => found !== "Belgium"),
    );
    assert.deepEqual(await rowsOf([{ column: "country", contains: "olan" }]), country("Poland"));
    const known = all.filter(([, , year]) => year !== "");
    const later = known.filter(([, , year]) => Number(year) >= 2000);
    const year = "company_year_founded";
    assert.deepEqual(await rowsOf([{ column: year, min: 2000 }]), later);
    assert.deepEqual(
      await rowsOf([{ column: year, max: 1999 }]),
      known.filter((row) => !later.includes(row)),
    );
    assert.deepEqual(await rowsOf([{ column: year, empty: false }]), known);
    assert.deepEqual(
      await rowsOf([
        { column: year, min: 2000 },
        { column: "country", one_of: ["Belgium"] },
      ]),
      later.filter(([, found]) => found === "Belgium"),
    );
  });

  it("of a comparison are the counts, the remark, and the first rows", async () => {
    const one = rig();
    const first = await fetch(one, 3);
    await fetch(one, 4);
    const last = await fetch(one, 5);
    const fifth = await call(one, "read_records", { run: last, columns: ["name"], offset: 4 });
    const [[name]] = fifth.data["rows"] as readonly [readonly [string]];
    const compared = await call(one, "read_records", { run: last, changes: true, columns: ["name"], limit: 0 });
    const remark =
      "No record counts as gone, because the earlier run fetched 4 of 26 records. New is what no earlier run of this " +
      "search returned.";
    assert.deepEqual(compared.data, {
      ...{
        run: "R3",
        earlier: "R2",
        new: 1,
        changed: 0,
        gone: 0,
        uncomparable: 0,
        columns: ["name"],
        ...{ offset: 0, more: true, rows: [] },
      },
    });
    assert.match(compared.sentence, new RegExp(`^Run R3 compared with run R2: 1 new, 0 changed, 0 gone.\n${remark}\n`));
    const rows = await call(one, "read_records", { run: last, changes: true, columns: ["name"] });
    assert.deepEqual(rows.data["rows"], [{ cells: [name], change: "new" }]);
    assert.ok(rows.text.includes(`\n["change","name","earlier values"]\n["new","${name}"]\n`), rows.text);
    const written = async (given: object, file: string): Promise<string> => {
      await call(one, "export_records", { run: last, changes: true, file, columns: ["name"], ...given });
      return readFileSync(path.join(one.folder, file), "utf8");
    };
    assert.equal(await written({}, "changes.csv"), `Name,Change\n${name},new\n`);
    assert.equal(await written({ where: [{ column: "change", one_of: ["gone"] }] }, "none.csv"), "Name,Change\n");
    const search = { search: "people", filters: {} };
    const other = fact(await one.call("run_search", { search, records: 1, max_credits: 5 }), "run");
    await refuses(one, "read_records", { changes: true }, [
      [{ run: first }, "There is no earlier run of the same saved search to compare with."],
      [{ run: other }, "There is no earlier run of the same saved search to compare with."],
    ]);
  });

  it("of finding are the newest records of all runs with the words, without those of leave-out lists", async () => {
    const one = rig();
    await fetch(one, 3);
    const all = await call(one, "read_records", { filter: "poland" });
    assert.equal(all.text.split("\n")[0], "1 record; 1 here, the newest first.");
    const [found] = all.data["records"] as readonly { readonly title: string }[];
    assert.deepEqual(all.data, {
      ...{ counts: { company: 0, person: 1, contact: 0 }, atLeast: false },
      records: [{ ...found, kind: "person", title: "Hanna Kozłowska", run: "R1" }],
    });
    assert.match(all.text, /\n\["person","Hanna Kozłowska",".*","R1"\]\n/u);
    const none = await call(one, "read_records", { filter: "poland", kind: "company" });
    assert.deepEqual(none.data["records"], []);
    assert.match(none.text, /^Nothing that was fetched has all of these words\.\nCost: nothing\.\nNext: plan_search /u);
    assert.equal((fact(await call(one, "read_records", { filter: "vp", limit: 2 }), "records") as object[]).length, 2);
  });

  it("of an export for a CRM count the values that are too long for its fields", async () => {
    const one = rig();
    const columns = [
      { id: "name", header: "Label", longest: 13 },
      { id: "country", longest: 6 },
    ];
    await one.store.profiles.saveColumnProfile("person", "Ours", { name: "Ours", columns });
    const run = await fetch(one, 2);
    const { sentence, data } = await call(one, "export_records", { run, file: "x.csv", profile: "Ours" });
    const said =
      "2 values are too long for their fields: 1 of Label is cut to 13 characters, 1 of Country is cut to 6 " +
      "characters.";
    assert.match(sentence, /^2 records written to x\.csv \(csv\)\. 2 values are too long/);
    assert.deepEqual(data["tooLong"], {
      sentence: said,
      columns: [
        { header: "Label", longest: 13, values: 1, are: "cut" },
        { header: "Country", longest: 6, values: 1, are: "cut" },
      ],
    });
    const text = readFileSync(path.join(one.folder, "x.csv"), "utf8");
    assert.equal(text, "Label,Country\nHanna Kozłows,Poland\nWilliam Jones,United\n");
  });

  it("of an export name the file, whose ending is the format", async () => {
    const one = rig();
    const run = await fetch(one, 2);
    const written = await call(one, "export_records", { run, file: "out/x.csv", columns: ["name", "country"] });
    const text = "Name,Country\nHanna Kozłowska,Poland\nWilliam Jones,United Kingdom\n";
    const read = (name: string): string => readFileSync(path.join(one.folder, name), "utf8");
    assert.match(written.sentence, /^2 records written to out\/x\.csv \(csv\)\.\n/);
    const bytes = Buffer.byteLength(text);
    assert.deepEqual(written.data, { run: "R1", file: "out/x.csv", format: "csv", records: 2, bytes });
    assert.equal(read("out/x.csv"), text);
    const json = await call(one, "export_records", { run, file: "y.ndjson", filter: "jones" });
    assert.deepEqual([json.data["format"], json.data["records"]], ["ndjson", 1]);
    const elsewhere = { run, file: "e.csv", columns: ["name"], filter: "poland" };
    assert.equal(
      (await call(one, "export_records", elsewhere)).data["records"],
      0,
      "words are looked for in the columns",
    );
    await one.store.profiles.saveColumnProfile("person", "Ours", { name: "Ours", columns: ["country"] });
    await call(one, "export_records", {
      ...{ run, file: "z.csv", profile: " ours " },
      ...{ sort: { column: "name", descending: true }, where: [{ column: "country", empty: false }] },
    });
    assert.equal(read("z.csv"), "Country\nUnited Kingdom\nPoland\n");
    await call(one, "export_records", { run, file: "p.csv", columns: ["Country", "location.city"] });
    assert.match(read("p.csv"), /^Country,.*\nPoland,Wrocław\n/);
    await call(one, "export_records", { run, file: "p.ndjson", columns: ["country", "location.city"] });
    assert.equal(read("p.ndjson").split("\n")[0], '{"country":"Poland","location.city":"Wrocław"}');
    await refuses(one, "export_records", { run, file: "w.csv" }, [
      [{ columns: ["wage"] }, /^There is no column “wage”\. Columns: name, .*Column profiles: Ours, /],
      [{ profile: "theirs" }, /^There is no column profile “theirs” .*Column profiles: Ours, Main columns, /],
      [{ file: "x.json", columns: ["nme"] }, /^There is no column “nme”\. Did you mean “name”\? /],
      [{ sort: { column: "wage" } }, /^There is no column “wage”/],
    ]);
    const none = await one.call("run_search", { search: peopleSearch, again: true, max_credits: 0 });
    assert.equal(
      (await one.call("export_records", { run: fact(none, "run"), file: "n.csv" })).text,
      "There is nothing to export: this run has no records.",
    );
  });

  it("of a lookup tell what was paid, and are marked when only the name matched", async () => {
    const one = rig();
    await fetch(one, 1);
    const text = "galewind-logistics.example";
    const columns = ["name", "domain"];
    assert.deepEqual(await preview(one, "look_up", { kind: "company", items: text }), {
      sentence:
        `Look up Company ${text}: Fetch 1 record. ` +
        `The price is not known yet; at 1 credit per record it is 1 credit.`,
      credits: 1,
    });
    const paid = await call(one, "look_up", { kind: "company", items: text, columns });
    const record = { name: "Galewind Logistics", domain: text };
    const found = { question: `Company ${text}`, run: "R2", found: true, matchedByNameOnly: false, record };
    assert.deepEqual(paid.data, { ...found, paid: true, credits: price, creditsAtLeast: false });
    assert.deepEqual(paid.text.split("\n").slice(0, 1), [`Company ${text} (paid 0.25 credits).`]);
    one.clock.advance(3 * day);
    const stored = await call(one, "look_up", { kind: "company", items: text, columns });
    assert.deepEqual(stored.data, { ...found, paid: false, credits: 0, creditsAtLeast: false });
    assert.deepEqual(stored.text.split("\n")[0], `Company ${text} (stored, received 3 days ago, free).`);
    assert.ok(stored.text.split("\n").includes(JSON.stringify(record)), stored.text);
    assert.deepEqual(await preview(one, "look_up", { kind: "company", items: text }), {
      sentence: `Company ${text}: the stored answer is free.`,
      credits: 0,
    });
    assert.deepEqual(await preview(one, "look_up", { kind: "company", items: text, again: true }), {
      sentence: `Look up Company ${text}: Fetch 1 record, about 0.25 credits.`,
      credits: price,
    });
    const none = await call(one, "look_up", { kind: "company", items: "nobody.example" });
    assert.deepEqual(none.data, {
      ...{ question: "Company nobody.example", paid: true, credits: 0, creditsAtLeast: false, run: "R3" },
      ...{ found: false, record: null },
    });
    assert.match(none.text, /^Company nobody\.example: the service has no match \(paid 0 credits\)\.\n/u);
    const byName = await call(one, "look_up", { kind: "person", items: "Ada Lovelace" });
    assert.equal(byName.data["matchedByNameOnly"], true);
    assert.ok(byName.text.includes(" Matched by the name alone: it may be another person.\n"), byName.text);
    const broken = await call(rig(failing(500)), "look_up", { kind: "company", items: text });
    assert.deepEqual([broken.data["found"], broken.data["creditsAtLeast"], broken.data["run"]], [false, true, "R1"]);
    assert.match(
      broken.text,
      /^Company galewind-logistics\.example: no answer\.\nThe service failed .*may be charged again\.\nCost: /,
    );
  });

  it("of the account say when agents must always ask, and what the sandbox is", async () => {
    const one = rig({ creditsPerDay: 0, isSandbox: true });
    const { sentence } = await call(one, "account", {});
    assert.deepEqual(
      sentence
        .split("\n")
        .slice(0, 4)
        .filter((_line, nth) => nth !== 1),
      [
        "Connection: Test account (sandbox: synthetic records, credits worth nothing).",
        "Spent today: 0 credits.",
        "Agents may spend nothing without asking.",
      ],
    );
    const odd = rig({
      transport: (through) => (request, signal) =>
        request.method === "POST" || request.path.includes("credits")
          ? Promise.resolve({ status: request.method === "POST" ? 500 : 403, headers: {}, body: Buffer.from("{}") })
          : through(request, signal),
    });
    await odd.call("run_search", { file, max_credits: 5 });
    const lines = (await odd.call("account", {})).text.split("\n");
    assert.deepEqual([lines[0], lines[2]], ["Connection: Test account.", "Spent today: at least 0 credits."]);
    assert.match(lines[1] ?? "", /HTTP 403/);
  });

  it("of a run of one record say how to read it, and errors of documents name their line and column", async () => {
    const one = rig();
    const run = await call(one, "run_search", { file, records: 1, max_credits: 10 });
    assert.match(run.text, /\nNext: read_records with run R1 reads the records for free/);
    one.write("bad.prospect.json", '{\n  "search": "people",\n  "filters": { "wage": [] }\n}');
    const wrong = await call(one, "plan_search", { file: "bad.prospect.json" }, true);
    assert.match(wrong.text, /^bad\.prospect\.json:3:16: .*wage/);
    const both = "Give either the path of a saved search or a search document.";
    for (const input of [{}, { file, search: peopleSearch }]) {
      assert.equal((await call(one, "plan_search", input, true)).text, both);
    }
    const unnamed = await call(one, "plan_search", { search: peopleSearch });
    assert.equal(unnamed.text.split("\n")[0], `“VP”: Every person where seniority is “VP”.`);
    const long = await call(one, "plan_search", { search: peopleSearch, title: "t".repeat(80) });
    assert.ok(long.text.startsWith(`“${"t".repeat(80)}”: `), long.text);
  });

  it("of a question name the plan, when it pauses, and the connection; none says what a refusal costs", async () => {
    const one = rig({ creditsPerDay: 0, answer: "no" });
    const pauses = [
      "The run pauses and asks again before it spends more than 20 credits.",
      "Only the page in flight when the price rises can cost more.",
    ];
    const twenty = "Fetch 20 records. The price is not known yet; at 1 credit per record it is 20 credits.";
    const single = "Fetch 1 record. The price is not known yet; at 1 credit per record it is 1 credit.";
    const declined = await call(one, "run_search", { file, max_credits: 100 }, true);
    await call(one, "run_search", { count: true, file }, true);
    await call(one, "look_up", { kind: "company", items: "acme.example" }, true);
    assert.deepEqual(one.asked, [
      {
        ...{ about: "sum", title: "Run a?", choices: [{ id: "yes", label: "Run", credits: 20 }] },
        sentences: [twenty, ...pauses, "Connection: Test account."],
      },
      {
        ...{ about: "sum", title: "Run a (count)?", choices: [{ id: "yes", label: "Run", credits: 1 }] },
        sentences: [single, "Connection: Test account."],
      },
      {
        ...{ about: "sum", title: "Look up Company acme.example?" },
        choices: [{ id: "yes", label: "Look Up", credits: 1 }],
        sentences: [single, "Connection: Test account."],
      },
    ]);
    assert.equal(
      declined.text,
      `The user declined, so nothing was sent. ${twenty} Agents may spend nothing without ` +
        "asking. The user can raise that with the user settings “prospectDesk.agents.creditsPerDay” and " +
        "“prospectDesk.agents.creditsPerMonth”, or outside of VS Code with “prospect config set " +
        "agents.creditsPerDay N”. Do not try to change them yourself; tell the user what the call would cost.",
    );
    const exactly = rig({ creditsPerDay: 20 });
    assert.equal(fact(await exactly.call("run_search", { file, max_credits: 20 }), "records"), 20, "all of the budget");
    assert.deepEqual(exactly.asked, []);
  });

  it("describe filters by all words of a text, with what each takes", async () => {
    const one = rig();
    const fields = async (about?: string): Promise<readonly string[]> => {
      const result = await one.call("describe_filters", { search: "company", about });
      return (fact(result, "filters") as readonly { readonly field: string }[]).map(({ field }) => field);
    };
    const all = await fields();
    assert.deepEqual(await fields("  "), all);
    assert.deepEqual(await fields(" HEADCOUNTS "), ["headcounts"]);
    const found: readonly (readonly ["company" | "people", string, string])[] = [
      ["company", "industry", "industries"],
      ["company", "technology", "technologies"],
      ["company", "linkedin", "professional_network_urls"],
      ["people", "school", "person_universities"],
      ["people", "VP", "current_position_seniority_level"],
      ["people", "job title", "current_position_titles"],
      ["people", "company size", "current_company_headcounts"],
      ["people", "headcuont", "current_company_headcounts"],
      ["people", "seniority", "current_position_seniority_level"],
      ["company", "tech stack", "technologies"],
      ["company", "city", "headquarters_locations"],
      ["company", "keywords", "keywords"],
    ];
    for (const [search, about, field] of found) {
      const result = await one.call("describe_filters", { search, about });
      const filters = fact(result, "filters") as readonly { readonly field: string }[];
      assert.ok(
        filters.some((one_) => one_.field === field),
        `${about}: ${filters.map((one_) => one_.field).join(", ")}`,
      );
    }
    for (const about of ["quux", "funding", "revenue", "salary"]) {
      const nothing = await one.call("describe_filters", { search: "company", about });
      assert.match(nothing.text, /^No filter and no column of a company search is about this\./u, about);
    }
    const exactly = await one.call("describe_filters", { search: "people", about: "headcount" });
    assert.equal((fact(exactly, "filters") as readonly unknown[]).length, 1, "what is only spelled alike is left out");
    assert.deepEqual(await fields("headcounts industries"), []);
    assert.ok(all.length > 10);
    const { text } = await one.call("describe_filters", { search: "company" });
    const lines = text.split("\n");
    assert.equal(lines.length, 13 + all.length);
    assert.match(text, /^Columns whose values are numbers: .*headcount/m);
    const about = await one.call("describe_filters", { search: "people", about: "since" });
    assert.deepEqual(fact(about, "columns"), [{ values: "dates such as 2026-01-31", ids: ["position_since"] }]);
    assert.match(lines.find((line) => line.startsWith("domains ")) ?? "", /^domains \(text\): .*; for example /);
    assert.match(lines.find((line) => line.startsWith("types ")) ?? "", /^types \(text\): .*; known values: .*; /);
    assert.match(lines.find((line) => line.startsWith("headcounts ")) ?? "", /^headcounts \(range(?: in \w+)?\): /);
  });
});

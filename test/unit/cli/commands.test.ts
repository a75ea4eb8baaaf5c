// What each command prints for people and for programs, the state that it ends with, and what it writes.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { App } from "../../../src/app/app";
import { formatOf } from "../../../src/app/exportFormat";
import { fileUriOf } from "../../../src/app/headless/nodeFiles";
import { saveLastExport } from "../../../src/app/lastExports";
import { rowsOfRun } from "../../../src/app/rowSource";
import { commandFiles } from "../../../src/cli/commandFiles";
import { leaseMs } from "../../../src/runs/runStore";
import type { Transport } from "../../../src/service/wire";
import { useTestDesks, peopleSearch, type OpenTestDesk, type OpenTestDeskOptions } from "../../support/testDesk";
import { newRun } from "../store/rig";
import { runCommand as run } from "./commandRig";

describe("a command", () => {
  const rig = useTestDesks({ creditsPerDay: 1_000 }, { "a.prospect.json": JSON.stringify(peopleSearch) });
  const refused = (work: Promise<unknown>, state: string, message: string): Promise<void> =>
    assert.rejects(work, (error: unknown) => {
      assert.ok(error instanceof Error);
      const kind = "state" in error ? error.state : "reason" in error ? error.reason : undefined;
      assert.deepEqual([kind, error.message], [state, message]);
      return true;
    });
  const withBalance = (one: OpenTestDesk, credits: number): Partial<App> => ({
    connection: async () => ({ ...(await one.app.connection()), balance: { credits, at: one.clock.now() } }),
  });
  const failing = (path_: string, status: number): Pick<OpenTestDeskOptions, "transport"> => ({
    transport:
      (through): Transport =>
      (request, signal) =>
        request.path.includes(path_)
          ? Promise.resolve({ status, headers: {}, body: Buffer.from('{"message":"Broken"}') })
          : through(request, signal),
  });

  /** A run in progress of another process. */
  const runElsewhere = async ({ store, clock }: OpenTestDesk): Promise<string> => {
    const startedAt = clock.now();
    const lease = { owner: "window-1", now: startedAt, ms: 60_000 };
    return (await store.runs.create(newRun("person", { startedAt }), lease)).id;
  };
  const fetched = (records: number, total: number): string =>
    `Fetched the ${records} records you asked for. ${total} match.`;
  /** The facts of the search of 26 people at 0.25 credits a record. */
  const factsOf = (id: string, records: number): Readonly<Record<string, unknown>> => ({
    ...{ run: id, title: "a", state: "complete", stop: { kind: "limitReached", sentence: fetched(records, 26) } },
    ...{ records, returned: records, total: 26, credits: records / 4, creditsAtLeast: false, resumable: true },
  });

  it("that runs a search tells its facts, writes the file, and resumes with more", async () => {
    const one = rig();
    const first = await run(one, "run a.prospect.json --records 3 --out out.csv --fields name");
    assert.deepEqual(first, {
      ...{ state: "complete", output: "", notes: "3 records written to out.csv.\n" },
      data: { ...factsOf("R1", 3), leftOut: 0, out: "FOLDER/out.csv" },
      lines: ["Run R1: a", `${fetched(3, 26)} Cost: 0.75 credits.`],
    });
    const names = (): readonly string[] => readFileSync(path.join(one.folder, "out.csv"), "utf8").trim().split("\n");
    assert.deepEqual(names(), ["Name", "Hanna Kozłowska", "William Jones", "Théo Moreau"]);
    const more = await run(one, "resume R1 --records 4 --out out.csv --replace --fields name");
    assert.deepEqual(more.data, { ...factsOf("R1", 7), leftOut: 0, out: "FOLDER/out.csv" });
    assert.equal(more.notes, "7 records written to out.csv.\n");
    assert.equal(names().length, 8);
    await refused(run(one, "resume R1 --out out.csv"), "usage", "out.csv exists already. Add --replace to replace it.");
    const paid = one.paid.length;
    const finished = await run(one, "resume R1 --out again.tsv --fields name,id");
    assert.deepEqual([finished.state, finished.data["records"], one.paid.length], ["complete", 7, paid]);
    assert.match(finished.notes, /has everything already, so nothing was sent/u);
    assert.deepEqual([finished.data["reused"], finished.data["credits"]], [true, 0]);
    assert.match(
      String((finished.data["stop"] as { readonly sentence?: string }).sentence),
      /nothing was paid now\.$/u,
    );
    assert.match(readFileSync(path.join(one.folder, "again.tsv"), "utf8"), /^Name\tID\n/iu);
  });

  it("that resumes a run in progress waits for the time after which a killed process is noticed", async () => {
    const one = rig();
    const id = await runElsewhere(one);
    const slept: number[] = [];
    const clock = {
      ...one.clock,
      sleep: (ms: number, signal?: AbortSignal) => {
        if (ms !== leaseMs + 500) {
          return one.clock.sleep(ms, signal); // the longest that a balance is waited for
        }
        slept.push(ms);
        return Promise.resolve();
      },
    };
    await assert.rejects(run(one, `resume ${id} --records 1`, { clock }));
    assert.deepEqual(slept, [leaseMs + 500]);
    const ended = rig();
    await run(ended, "run a.prospect.json --records 1");
    await run(ended, "resume R1 --records 1", { clock });
    assert.equal(slept.length, 1, "a run that has ended is resumed at once");
  });

  it("that plans says cost and balance, and which run of less than a day ago has everything", async () => {
    const one = rig();
    const sentence =
      "Fetch 30 records. The price is not known yet; at 1 credit per record it is 30 credits. " +
      "Balance: 500, read just now.";
    const plan = await run(one, "plan a.prospect.json --records 30", withBalance(one, 500));
    assert.deepEqual([plan.state, plan.lines, one.paid], ["complete", [sentence], []]);
    const unlimited = { warnings: [], creditLimit: null, leaveOut: null, sandbox: false, runInProgress: null };
    assert.deepEqual(plan.data, {
      ...{ title: "a", records: 30, credits: 30, priceKnown: false, exceedsBalance: false, sentence, ...unlimited },
      ...{ total: null, balance: 500, connection: "Test account", recentRun: null, resumableRun: null },
    });
    await run(one, "run a.prospect.json --records 100");
    const after = await run(one, "plan a.prospect.json");
    const cheaper = "Fetch 20 of 26 records, about 5 credits.";
    assert.deepEqual(after.data, {
      ...{ title: "a", records: 20, credits: 5, priceKnown: true, exceedsBalance: false, sentence: cheaper },
      ...{ total: 26, balance: null, connection: "Test account", recentRun: "R1", resumableRun: null, ...unlimited },
    });
    assert.deepEqual(after.lines, [cheaper, "Run R1 fetched all of this just now."]);
    await run(one, "run a.prospect.json --again --records 2");
    one.clock.advance(25 * 60 * 60_000);
    const later = await run(one, "plan a.prospect.json");
    const how = '"prospect resume R2 --records N" fetches N more.';
    assert.deepEqual(later.data["resumableRun"], { run: "R2", records: 2, how });
    assert.match(
      String(later.lines[1]),
      /^Run R2 of the same search \(25 hours ago\) has 2 records and can be resumed\./u,
    );
    assert.ok(later.lines[1]?.endsWith(how));
    const input = await run(one, "plan - --records 5", {}, '{ "search": "company", "filters": {} }');
    assert.equal(input.data["title"], "Every company.");
  });

  it("that counts prints the total alone", async () => {
    const one = rig();
    const { state, data, lines } = await run(one, "count a.prospect.json");
    assert.deepEqual([state, lines], ["complete", ["26"]]);
    assert.deepEqual(data, {
      ...factsOf("R1", 1),
      ...{
        title: "a (count)",
        stop: { kind: "limitReached", sentence: "Fetched the 1 record you asked for. 26 match." },
      },
      ...{ resumable: false, stored: false, leftOut: null, out: null },
    });
    const known = await run(one, "count a.prospect.json");
    assert.deepEqual(
      [known.lines, known.data["run"], known.data["credits"], known.data["stored"]],
      [["26"], "R1", 0, true],
    );
    assert.match(known.notes, /As run R1 said .+; nothing was sent\. --again counts again\./u);
    const broken = await run(rig(failing("people/search", 500)), "count a.prospect.json");
    assert.deepEqual([broken.state, broken.data["total"], broken.lines[0]], ["stopped", null, "Run R1: a (count)"]);
  });

  it("whose request failed says that it may have cost something, and leaves the file as it is", async () => {
    const one = rig(failing("people/search", 500));
    const { state, data, lines, notes } = await run(one, "run a.prospect.json --out out.csv");
    assert.equal(state, "stopped");
    const { stop, ...facts } = data as { readonly stop: { readonly kind: string; readonly sentence: string } };
    assert.deepEqual(facts, {
      ...{ run: "R1", title: "a", state: "stopped", records: 0, returned: 0, total: null, credits: 0 },
      ...{ creditsAtLeast: true, resumable: true, leftOut: null, out: null },
    });
    assert.equal(stop.kind, "ambiguous");
    assert.deepEqual(lines, ["Run R1: a", `${stop.sentence} Cost: at least 0 credits.`]);
    assert.equal(
      notes,
      'Nothing was written to out.csv. "prospect resume R1 --resend" asks for that page again, which may charge it ' +
        'twice. "prospect export R1" writes what is saved.\n',
    );
    assert.equal(existsSync(path.join(one.folder, "out.csv")), false);
  });

  it("that reached its credits writes what they paid for; without a record it writes nothing", async () => {
    const one = rig();
    await run(one, "count a.prospect.json");
    const some = await run(one, "run a.prospect.json --max-credits 1 --out out.csv --fields name");
    assert.deepEqual(
      [some.state, some.data["records"], some.notes],
      [
        ...["needsBudget", 4],
        '4 records written to out.csv. "prospect resume R2 --max-credits N" continues for N more credits.\n',
      ],
    );
    const none = await run(one, "run a.prospect.json --max-credits 0 --out none.csv");
    assert.deepEqual([none.state, none.data["records"]], ["needsBudget", 0]);
    assert.equal(
      none.notes,
      'Nothing was written to none.csv. "prospect resume R3 --max-credits N" continues for N more credits. ' +
        '"prospect export R3" writes what is saved.\n',
    );
    const rest = await run(one, "resume R2 --yes --json");
    assert.deepEqual([rest.state, rest.data["records"]], ["complete", 20], "--yes agrees to what the rest costs");
  });

  it("whose file cannot be written at the end has failed, and says where the records are", async () => {
    const one = rig({
      transport: (through) => (request, signal) => {
        if (request.method === "POST") {
          mkdirSync(path.join(one.folder, "out.csv"), { recursive: true });
        }
        return through(request, signal);
      },
    });
    const { state, data, notes } = await run(one, "run a.prospect.json --records 2 --out out.csv --replace");
    assert.deepEqual([state, data["out"], data["records"]], ["failed", null, 2]);
    assert.match(notes, /^“out\.csv” is a folder\..* The records are saved in run R1\.\n$/);
  });

  it("that lists runs shows the newest 50 of them, or says that there are none", async () => {
    const one = rig();
    assert.deepEqual(await run(one, "runs"), {
      ...{ state: "complete", data: { runs: [] }, lines: ["There are no runs yet."], output: "", notes: "" },
    });
    await run(one, "run a.prospect.json --records 3");
    await run(one, "count a.prospect.json --again");
    const { state, data, lines } = await run(one, "runs");
    assert.equal(state, "complete");
    assert.deepEqual((await run(one, "runs --limit 1")).lines, lines.slice(0, 1));
    assert.deepEqual(lines, [
      "R2\t1 record\t0.25 credits\tlimitReached\ta (count)",
      "R1\t3 records\t0.75 credits\tlimitReached\ta",
    ]);
    const [, first] = data["runs"] as readonly unknown[];
    assert.deepEqual(first, { ...factsOf("R1", 3), purpose: "search", startedAt: "2026-11-20T12:00:01.000Z" });
    for (let nth = 0; nth < 49; nth += 1) {
      await runElsewhere(one);
    }
    const many = await run(one, "runs");
    assert.deepEqual([many.lines.length, many.lines[0]?.split("\t")[3]], [50, "running"]);
  });

  it("that exports prints text, and writes a file whole, replacing one only when told to", async () => {
    const one = rig();
    await run(one, "run a.prospect.json --records 2");
    const printed = await run(one, "export R1 --fields name,country");
    assert.deepEqual(printed, {
      ...{ state: "complete", lines: [], notes: "" },
      data: { ...factsOf("R1", 2), leftOut: 0, out: null },
      output: "Name,Country\nHanna Kozłowska,Poland\nWilliam Jones,United Kingdom\n",
    });
    const records = JSON.parse((await run(one, "export R1 --format json")).output) as readonly { id: string }[];
    assert.deepEqual(records.map(({ id }) => id).length, 2);
    assert.equal((await run(one, "export R1 --format ndjson")).output.trim().split("\n").length, 2);
    assert.equal((await run(one, "export R1 --json")).output.trim().split("\n").length, 2, "NDJSON");
    const written = await run(one, "export R1 --out b.csv --fields id");
    assert.deepEqual(written, {
      ...{ state: "complete", lines: ["2 records written to b.csv."], output: "", notes: "" },
      data: { ...factsOf("R1", 2), leftOut: 0, out: "FOLDER/b.csv" },
    });
    const taken = "b.csv exists already. Add --replace to replace it.";
    await refused(run(one, "export R1 --out b.csv --fields name"), "usage", taken);
    assert.match(readFileSync(path.join(one.folder, "b.csv"), "utf8"), /^ID\n/i);
    await run(one, "export R1 --out b.csv --fields name --replace");
    assert.match(readFileSync(path.join(one.folder, "b.csv"), "utf8"), /^Name\n/);
    const nearest = /There is no column “locaton\.city”\. Did you mean “location\.city”/u;
    await assert.rejects(run(one, "export R1 --json --fields name,locaton.city"), nearest);
    for (const [options, expected] of [
      ["--json --fields country,location.city", '{"country":"Poland","location.city":"Wrocław"}\n{'],
      ["--format json --fields Country", '[\n{"country":"Poland"},\n'],
      ['--json --profile "HubSpot: contacts"', '{"first_name":"Hanna","last_name":"Kozłowska"'],
    ] as const) {
      const { output } = await run(one, `export R1 ${options}`);
      assert.equal(output.slice(0, expected.length), expected, options);
    }
  });

  it("counts the values that are too long for a profile's fields before it writes them", async () => {
    const one = rig();
    await run(one, "run a.prospect.json --records 2");
    const columns = [{ id: "name", longest: 13 }];
    await one.store.profiles.saveColumnProfile("person", "Ours", { name: "Ours", columns });
    const sentence = "1 value is too long for its field: 1 of Name is cut to 13 characters.";
    const written = await run(one, "export R1 --out b.csv --profile Ours");
    assert.equal(written.notes, `${sentence}\n`);
    const tooLong = { sentence, columns: [{ header: "Name", longest: 13, values: 1, are: "cut" }] };
    assert.deepEqual(written.data["tooLong"], tooLong);
    const printed = await run(one, "export R1 --profile Ours");
    assert.deepEqual([printed.output, printed.notes], ["Name\nHanna Kozłows\nWilliam Jones\n", `${sentence}\n`]);
  });

  it("refuses a file that it could not write, before anything is paid for", async () => {
    const one = rig();
    mkdirSync(path.join(one.folder, "folder.csv"));
    one.write("plain", "");
    const wrong: readonly (readonly [string, string, string])[] = [
      ["--out plain/b.csv", "usage", "Files cannot be written to the folder of plain/b.csv."],
      ["--out - --json --format csv", "usage", "--json prints records as NDJSON: leave out --format or --json."],
      ["--out b.xlsx --format csv", "usage", "The ending of b.xlsx says xlsx, and --format csv: leave out --format."],
      ["--out b.json --raw", "input", "Only CSV and TSV can be raw: json files have every value as received anyway."],
      ["--out folder.csv", "usage", "folder.csv is not a regular file, so it is not replaced."],
      [`--out ${"x".repeat(300)}.csv`, "usage", `${"x".repeat(300)}.csv cannot be written.`],
      ["--format csv", "usage", "--format, --raw, --fields, --profile, and --replace need --out."],
      ["--fields name", "usage", "--format, --raw, --fields, --profile, and --replace need --out."],
      [
        "--out b.doc",
        "input",
        "The name of the file must end with one of .csv, .tsv, .json, .ndjson, .xlsx, .parquet, .sqlite.",
      ],
    ];
    for (const [options, state, message] of wrong) {
      await refused(run(one, `run a.prospect.json ${options}`), state, message);
    }
    for (const name of ["b.csv", "b.json", "b.ndjson", "b.parquet"]) {
      const nearest = /There is no column “nme”\. Did you mean “name”\?/;
      await assert.rejects(run(one, `run a.prospect.json --out ${name} --fields nme`), nearest);
    }
    assert.deepEqual(one.paid, []);
  });

  it("writes the columns of a profile of the saved search, or of one for all searches", async () => {
    const one = rig();
    const ofSearch = { name: "Mine", columns: [{ id: "country" }] };
    one.write("a.prospect.json", JSON.stringify({ ...peopleSearch, export: { profiles: [ofSearch] } }));
    await run(one, "run a.prospect.json --records 1 --out b.csv --profile mine");
    assert.equal(readFileSync(path.join(one.folder, "b.csv"), "utf8"), "Country\nPoland\n");
    await one.store.profiles.saveColumnProfile("person", "Ours", { name: "Ours", columns: ["name"] });
    assert.equal((await run(one, "export R1 --fields ours")).output, "Name\nHanna Kozłowska\n");
    assert.equal((await run(one, "export a.prospect.json --profile MINE")).output, "Country\nPoland\n");
    await refused(
      run(one, "export R1 --profile theirs"),
      "input",
      "There is no column profile “theirs” for these records. Column profiles: Mine, Ours, Main columns, " +
        "All columns, Everything found, HubSpot: contacts, Salesforce: leads, Pipedrive: people.",
    );
  });

  it("exports a search again as it was exported last, at every door", async () => {
    const one = rig();
    const read = (name: string): string => readFileSync(path.join(one.folder, name), "utf8");
    await run(one, "run a.prospect.json --records 2");
    await assert.rejects(run(one, "export again"), /Nothing of this search was exported before/);
    const source = rowsOfRun((await one.app.runs.list({}))[0] ?? assert.fail());
    const last = { format: await formatOf(one.app, source, { kind: "csv", columns: ["name"] }), at: 1 };
    const file = fileUriOf(path.join(one.folder, "names.csv"));
    const shown = { filter: "w", columns: ["name"], sort: { column: "name", descending: true } };
    await saveLastExport(one.store, source, { ...last, file, shown });
    await run(one, "export again");
    assert.equal(read("names.csv"), "Name\nWilliam Jones\nHanna Kozłowska\n");
    await run(one, "run a.prospect.json --records 1 --again");
    await refused(
      run(one, "export again a.prospect.json"),
      "usage",
      "names.csv exists already. Add --replace to replace it.",
    );
    await run(one, "export again a.prospect.json --replace");
    assert.equal(read("names.csv"), "Name\nHanna Kozłowska\n");
    assert.equal((await run(one, "export again R1 --out -")).output, "Name\nWilliam Jones\nHanna Kozłowska\n");
    await assert.rejects(run(one, "export again --out x.json"), /The last export was csv: name a file/);
    await saveLastExport(one.store, source, { ...last, file, at: one.clock.now(), records: 1 });
    await assert.rejects(run(one, "export again R1 --out all.csv"), /selected record.*To agree, add --yes/s);
    await run(one, "export again R1 --out all.csv --yes");
    assert.equal(read("all.csv"), "Name\nHanna Kozłowska\nWilliam Jones\n");
    await run(one, "export R1 --out few.ndjson");
    await run(one, "export again --out again.ndjson");
    assert.equal(read("again.ndjson").split("\n").length, 2);
  });

  it("that looks something up prints the record, or why there is none", async () => {
    const one = rig();
    await run(one, "run a.prospect.json --records 1");
    const domain = "galewind-logistics.example";
    const found = await run(one, `lookup company ${domain}`);
    const { record, ...rest } = found.data as { readonly record: { readonly name: string } };
    const cost = { credits: 0.25, creditsAtLeast: false };
    const free = { credits: 0, creditsAtLeast: false };
    assert.deepEqual(rest, { question: `Company ${domain}`, found: true, leftOut: false, paid: true, ...cost });
    assert.equal(record.name, "Galewind Logistics");
    assert.deepEqual(found.lines, [JSON.stringify(record, undefined, 2)]);
    assert.equal((await run(one, `lookup company ${domain}`)).data["paid"], false);
    const none = await run(one, "lookup company nobody.example");
    assert.deepEqual(none.data, {
      ...{ question: "Company nobody.example", found: false, leftOut: false, paid: true, record: null, ...free },
    });
    assert.deepEqual(none.lines, ["null"]);
    assert.equal(none.notes, "Company nobody.example: The service has no match. It cost 0 credits.\n");
    const few = await run(one, `lookup company ${domain} --fields domain,headcount`);
    const { headcount, ...others } = few.data["record"] as Readonly<Record<string, unknown>>;
    assert.deepEqual([others, typeof headcount], [{ domain }, "number"]);
    one.write("out.txt", `${domain}\n`);
    const uri = fileUriOf(path.join(one.folder, "out.txt"));
    await one.store.leaveOut.save({ uri, hash: "old", everywhere: true, entries: [] });
    const hidden = await run(one, `lookup company ${domain}`);
    assert.deepEqual(hidden, {
      ...{ state: "complete", output: "", lines: ["null"] },
      data: { question: `Company ${domain}`, found: false, leftOut: true, paid: false, record: null, ...free },
      notes: `Company ${domain}: It is on a leave-out list.\n`,
    });
    const broken = await run(rig(failing("compan", 500)), "lookup company nobody.example");
    assert.deepEqual(
      [broken.state, broken.data["run"], broken.data["creditsAtLeast"], broken.lines.length],
      ["stopped", "R1", true, 2],
    );
    assert.match(broken.lines[1] ?? "", /Looking it up again may be charged again\. Cost: at least 0 credits\.$/);
  });

  it("about the account tells balance and spend, or why there is no balance", async () => {
    const one = rig();
    await run(one, "run a.prospect.json --records 2");
    const { state, data, lines } = await run(one, "account");
    const { balance } = data;
    assert.deepEqual(data, {
      ...{ connection: "Test account", sandbox: false, balance, problem: null, keyRejected: false },
      ...{ spentToday: 0.5, spentAtLeast: false, agentsPerDay: 1_000, agentsLeftToday: 999.5 },
      ...{ agentsPerMonth: null, agentsLeftThisMonth: null, leftUnasked: 25 },
    });
    assert.deepEqual(
      [state, lines],
      [
        "complete",
        [
          "Connection: Test account",
          `Balance: ${Number(balance).toLocaleString("en-US")} credits`,
          "Spent today: 0.5 credits",
          "Commands and windows may spend 25 credits more before they ask.",
          "Agents may spend 1,000 credits a day without asking; 999.5 of them are left until 2026-11-21 00:00.",
        ],
      ],
    );
    one.clock.advance(24 * 60 * 60_000);
    assert.equal((await run(one, "account")).data["spentToday"], 0, "the next day");
    const odd = rig(failing("people/search", 500));
    await run(odd, "run a.prospect.json --records 2");
    assert.equal((await run(odd, "account")).lines[2], "Spent today: at least 0 credits");
    const rejected = await run(rig(failing("credits", 401)), "account");
    assert.deepEqual(
      [rejected.state, rejected.data["balance"], rejected.data["keyRejected"]],
      ["keyRejected", null, true],
    );
    const problem = String(rejected.data["problem"]);
    assert.equal(rejected.lines[1], `The balance could not be read: ${problem}`);
    const unknown = await run(rig(failing("credits", 403)), "account");
    assert.deepEqual([unknown.state, unknown.data["keyRejected"]], ["failed", false]);
  });

  it("reads regular files of UTF-8 text up to 4 MB, and says where a document is wrong", async () => {
    const one = rig();
    const document = JSON.stringify(peopleSearch);
    one.write("large.prospect.json", document.padEnd(4 * 1024 * 1024, " "));
    const errors = "The saved search has errors, so nothing was sent.";
    await refused(run(one, "plan large.prospect.json"), "usage", errors);
    one.write("large.prospect.json", document.padEnd(4 * 1024 * 1024 + 1, " "));
    await refused(run(one, "plan large.prospect.json"), "input", "large.prospect.json is too large.");
    one.write("marked.prospect.json", `\ufeff${document}`);
    await run(one, "plan marked.prospect.json");
    await run(one, "plan -", {}, `\ufeff${document}`);
    writeFileSync(path.join(one.folder, "old.json"), Buffer.from([0x22, 0xfc, 0x22]));
    await refused(run(one, "plan old.json"), "input", "old.json is not UTF-8 text.");
    await refused(run(one, "plan none.json"), "input", "none.json does not exist.");
    await refused(run(one, "plan ."), "input", ". is a folder.");
    symlinkSync("loop.json", path.join(one.folder, "loop.json"));
    await refused(run(one, "plan loop.json"), "input", "loop.json cannot be read.");
    symlinkSync("a.prospect.json", path.join(one.folder, "link.prospect.json"));
    await run(one, "run link.prospect.json --records 1");
    const [stored] = await one.app.runs.list({});
    assert.equal(stored?.header.source, fileUriOf(path.join(one.folder, "a.prospect.json")), "the file itself");
    one.write("bad.json", '{\n  "search": "people",\n  "filters": { "wage": [{ "value": "9" }] }\n}');
    await refused(run(one, "plan bad.json"), "usage", errors);
    one.write("part.json", '{ "search": "people", "filters": { "person_names": [{ "value": "x", "exact": true }] } }');
    await refused(run(one, "plan part.json"), "usage", errors);
    const large = "x".repeat(4 * 1024 * 1024 + 1);
    await refused(run(one, "plan -", {}, large), "usage", "Standard input is too large.");
    const files = commandFiles(one.folder);
    await refused(files.target("b", true), "file", "The command line does not do that.");
  });
});

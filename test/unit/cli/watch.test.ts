// The verb that keeps records up to date: what is due is asked for by id, within the budget of the watch.
import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import type { NewsItem } from "../../../src/app/watchNews";
import { commandFiles } from "../../../src/cli/commandFiles";
import type { Transport } from "../../../src/service/wire";
import { Sandbox } from "../../sandboxServer/sandbox";
import { agentRig, useRigs, peopleSearch, price, type AgentRig } from "../agents/agentRig";
import { testClock } from "../runs/runRig";
import { runCommand as run } from "./commandRig";

const dayMs = 86_400_000;

describe("prospect watch", () => {
  const rig = useRigs();
  let one: AgentRig;
  /** The bodies of requests for records. */
  let sent: Readonly<Record<string, unknown>>[] = [];
  const open = (options: Parameters<typeof agentRig>[0] = {}): void => {
    sent = [];
    one = rig({
      ...{ creditsPerDay: 10_000 },
      transport: (through) => (request, signal) => {
        if (request.method === "POST") {
          sent.push(JSON.parse(String(request.body)) as (typeof sent)[number]);
        }
        return through(request, signal);
      },
      ...options,
    });
  };
  beforeEach(() => open());

  const watch = (name: string, content: object): void =>
    one.write(`${name}.watch.json`, JSON.stringify({ budget: 1_000, ...content }));
  const later = (days: number): void => one.clock.advance(days * dayMs);
  const idsOf = async (id: string): Promise<readonly string[]> => {
    const { view, count } = await one.store.views.open({ kind: "run", run: id }, { columns: ["name"], now: 0 });
    return (await one.store.views.rows(view, 0, count)).map((row) => row.id ?? "");
  };
  const newest = async (): Promise<string> => (await one.app.runs.list({ limit: 1 }))[0]?.header.id ?? "";
  const idsSent = (): readonly unknown[] =>
    sent.flatMap(({ person_ids: ids = [] }) =>
      (ids as readonly { readonly value: unknown }[]).map(({ value }) => value),
    );

  /** Runs the search of people; its records are in the list "Customers". */
  async function fetched(records = 20): Promise<readonly string[]> {
    one.write("vps.prospect.json", JSON.stringify({ ...peopleSearch, filters: {} }));
    await run(one, `run vps.prospect.json --records ${records} --yes`);
    const id = await newest();
    const { store, clock } = one;
    const { view } = await store.views.open({ kind: "run", run: id }, { columns: ["name"], now: 0 });
    await store.recordLists.create({ id: "list-1", name: "Customers", at: clock.now() });
    await store.recordLists.add("list-1", "person", await store.views.keysAt(view), clock.now());
    sent.length = 0;
    return idsOf(id);
  }

  it("asks for nothing while nothing is due, and for everything by id when it is", async () => {
    const ids = await fetched(150);
    watch("customers", { records: { list: "customers" }, olderThan: 7 });
    const nothing = await run(one, "watch customers.watch.json");
    assert.deepEqual([nothing.state, sent], ["complete", []]);
    assert.deepEqual(nothing.lines, [
      "Nothing is due: 150 records, fetched in the last 7 days. Nothing was sent.",
      "No news.",
    ]);
    later(8);
    const { state, lines, data } = await run(one, "watch customers.watch.json");
    assert.equal(state, "complete", lines.join("\n"));
    assert.equal(lines[0], "150 of 150 records were due.");
    assert.deepEqual(
      sent.map(({ limit, person_ids: asked }) => [limit, (asked as readonly unknown[]).length]),
      [
        [100, 100],
        [50, 50],
      ],
    );
    assert.deepEqual(
      [idsSent().toSorted(), (await idsOf(await newest())).toSorted()],
      [ids.toSorted(), ids.toSorted()],
    );
    assert.deepEqual(
      [data["records"], data["credits"], data["due"], data["title"]],
      [150, 150 * price, 150, "customers"],
    );
    sent.length = 0;
    assert.equal((await run(one, "watch customers.watch.json")).data["due"], 0);
    assert.deepEqual(sent, []);
  });

  it("watches what the runs of a saved search have fetched, with its leave-out lists", async () => {
    const ids = await fetched();
    one.write("out.csv", `id\n${ids[0]}\n`);
    one.write("vps.prospect.json", JSON.stringify({ ...peopleSearch, leaveOut: ["out.csv"] }));
    watch("all", { records: { search: "vps.prospect.json" } });
    later(31);
    const { state, lines } = await run(one, "watch all.watch.json");
    assert.deepEqual([state, lines[0]], ["complete", "19 of 19 records were due."]);
    assert.deepEqual(idsSent().toSorted(), ids.slice(1).toSorted());
  });

  it("watches the people that were fetched at companies, however these are named", async () => {
    await fetched(60);
    const { view } = await one.store.views.open(
      { kind: "run", run: await newest() },
      { columns: ["company_domain", "company_id"], now: 0 },
    );
    const people = (await one.store.views.rows(view, 0, 60)).map(({ id, cells: [domain = "", company = ""] }) => ({
      id,
      domain,
      company,
    }));
    const [first, second] = [people[0] ?? assert.fail(), people[1] ?? assert.fail()];
    one.write("companies.csv", `Name,Domain\nx,${first.domain}\ny,nobody.example\n`);
    watch("csv", { records: { companies: { csv: "companies.csv" } } });
    watch("ids", { records: { companies: { ids: [second.company] } } });
    later(31);
    for (const [name, at] of [
      ["csv", people.filter(({ domain }) => domain === first.domain)],
      ["ids", people.filter(({ company }) => company === second.company)],
    ] as const) {
      sent.length = 0;
      await run(one, `watch ${name}.watch.json`);
      assert.deepEqual(idsSent().toSorted(), at.map(({ id }) => id).toSorted(), name);
    }
    watch("wrong", { records: { companies: { search: "vps.prospect.json" } } });
    await assert.rejects(run(one, "watch wrong.watch.json"), /must name companies: this search is for people/u);
  });

  it("neither asks for what a list names that came in between, nor counts it as due again", async () => {
    const ids = await fetched();
    watch("some", { records: { ids }, leaveOut: ["out.csv"] });
    one.write("out.csv", "id\nnobody\n");
    later(31);
    assert.equal((await run(one, "watch some.watch.json")).lines[0], "20 of 20 records were due.");
    one.write("out.csv", `id\n${ids[3]}\np9999999\n`);
    watch("some", { records: { ids: [...ids, "p9999999"] }, leaveOut: ["out.csv"] });
    later(31);
    sent.length = 0;
    assert.equal((await run(one, "watch some.watch.json")).lines[0], "19 of 19 records were due.");
    assert.deepEqual(idsSent().toSorted(), ids.filter((id) => id !== ids[3]).toSorted());
  });

  it("does not ask for somebody who was erased, whatever names them", async () => {
    const ids = await fetched();
    watch("some", { records: { ids } });
    later(31);
    await run(one, "watch some.watch.json");
    const isStored = (id = ""): boolean =>
      [one.file, `${one.file}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(id));
    assert.ok(isStored(ids[0]));
    await run(one, `erase ${ids[0]} --yes`);
    assert.ok(!isStored(ids[0]) && isStored(ids[1]));
    later(31);
    sent.length = 0;
    assert.equal((await run(one, "watch some.watch.json")).lines[0], "19 of 19 records were due.");
    assert.ok(!idsSent().includes(ids[0]));
  });

  it("does not ask again for what the service no longer has, until it is due again", async () => {
    const ids = await fetched();
    watch("some", { records: { ids: [...ids, "p8888888"] } });
    assert.equal((await run(one, "watch some.watch.json")).lines[0], "1 of 21 records were due.");
    assert.deepEqual(idsSent(), ["p8888888"]);
    assert.equal((await run(one, "watch some.watch.json")).data["due"], 0);
    later(31);
    assert.equal((await run(one, "watch some.watch.json")).data["due"], 21);
  });

  it("reads ids, addresses of profiles and domains in a CSV file, and says what it does not understand", async () => {
    const ids = await fetched();
    const { view } = await one.store.views.open(
      { kind: "run", run: await newest() },
      { columns: ["network_url"], now: 0 },
    );
    const [row] = await one.store.views.rows(view, 1, 1);
    one.write("people.csv", `Name;Id\nOne;${ids[0]}\nTwo;${row?.cells[0]}\nThree;Jane Doe\n`);
    watch("table", { records: { csv: "people.csv" } });
    later(31);
    const { lines } = await run(one, "watch table.watch.json");
    assert.deepEqual(lines.slice(0, 2), [
      "Rows of the file that name no record that was fetched, nor an id: 1.",
      "2 of 2 records were due.",
    ]);
    assert.deepEqual(idsSent().toSorted(), ids.slice(0, 2).toSorted());
    watch("table", { records: { csv: "people.csv", column: "Person" } });
    await assert.rejects(run(one, "watch table.watch.json"), /has no column “Person”\. Columns: Name, Id\./u);
    one.write("people.csv", `Name,Profile\nTwo,${row?.cells[0]}\n`);
    watch("table", { records: { csv: "people.csv" } });
    later(31);
    assert.equal((await run(one, "watch table.watch.json")).lines[0], "1 of 1 record was due.");
    one.write("people.csv", "Name\nJane Doe\n");
    await assert.rejects(run(one, "watch table.watch.json"), /No column of ids .* "column" .* Columns: Name\./u);
  });

  it("watches companies", async () => {
    one.write("companies.prospect.json", JSON.stringify({ search: "company", fetch: { records: 3 } }));
    await run(one, "run companies.prospect.json");
    watch("companies", { records: { search: "companies.prospect.json" } });
    later(31);
    sent.length = 0;
    assert.equal((await run(one, "watch companies.watch.json")).lines[0], "3 of 3 records were due.");
    assert.equal((sent[0]?.["company_ids"] as readonly unknown[]).length, 3);
  });

  it("stops at the budget, and goes on with the rest the next time", async () => {
    await fetched(150);
    watch("customers", { records: { list: "Customers" }, budget: 25 });
    later(31);
    const first = await run(one, "watch customers.watch.json");
    assert.deepEqual([first.state, first.data["records"]], ["needsBudget", 100]);
    const second = await run(one, "watch customers.watch.json");
    assert.deepEqual([second.state, second.data["due"], second.data["records"]], ["complete", 50, 50]);
  });

  it("prints what changed until it is handled, and sends nothing for the news alone", async () => {
    const sandbox = new Sandbox({ clock: testClock(), companies: 50, people: 60, prices: { all: price } });
    open({ transport: () => sandbox.transport });
    const ids = Array.from({ length: 60 }, (_, nth) => `p${String(nth).padStart(7, "0")}`);
    watch("all", { records: { ids }, news: ["company", "gone"] });
    await run(one, "watch all.watch.json --yes");
    sandbox.setMonth(8);
    later(31);
    const { lines, data } = await run(one, "watch all.watch.json --yes");
    const news = data["news"] as readonly NewsItem[];
    const at = lines.indexOf(`News: ${news.length}`);
    assert.ok(at > 0 && news.length > 3 && data["newsCount"] === news.length, lines.join("\n"));
    const moved = news.findIndex(({ changes }) => changes.includes("moved"));
    const person = sandbox.person(news[moved]?.id ?? "");
    const company = person?.employment?.current?.company;
    const line = lines[at + 1 + moved] ?? "";
    assert.ok(line.startsWith(`moved\t${person?.full_name}\t`), line);
    assert.ok(line.includes(`→ ${company?.name}; company_domain: `), line);
    const before = one.paid.length;
    const some = await run(one, "watch all.watch.json --news-only --limit 1 --handled");
    assert.deepEqual(some.lines, [`News: ${news.length}`, lines[at + 1]]);
    assert.deepEqual((await run(one, "watch all.watch.json --news-only")).lines, ["No news."]);
    assert.equal(one.paid.length, before);
  });

  it("tells what changed in a record that is gone now, too, until both are handled", async () => {
    const sandbox = new Sandbox({ clock: testClock(), companies: 50, people: 60, prices: { all: price } });
    let hidden = "";
    open({
      transport: () => (request, signal) => {
        const body = JSON.parse(String(request.body ?? "{}")) as { person_ids?: readonly { readonly value: string }[] };
        const asked = { ...body, person_ids: body.person_ids?.filter(({ value }) => value !== hidden) };
        return sandbox.transport(
          hidden === "" ? request : { ...request, body: Buffer.from(JSON.stringify(asked)) },
          signal,
        );
      },
    });
    watch("all", { records: { ids: Array.from({ length: 60 }, (_, nth) => `p${String(nth).padStart(7, "0")}`) } });
    await run(one, "watch all.watch.json --yes");
    sandbox.setMonth(8);
    later(31);
    const newsNow = async (line: string): Promise<readonly NewsItem[]> =>
      (await run(one, line)).data["news"] as readonly NewsItem[];
    const [moved] = (await newsNow("watch all.watch.json --yes")).filter(({ changes }) => changes[0] === "moved");
    hidden = moved?.id ?? assert.fail();
    later(31);
    const ofThem = async (line: string): Promise<NewsItem | undefined> =>
      (await newsNow(line)).find(({ id }) => id === hidden);
    const both = await ofThem("watch all.watch.json --yes --handled");
    assert.deepEqual([both?.changes, both?.before], [["gone", ...(moved?.changes ?? [])], moved?.before]);
    assert.equal(await ofThem("watch all.watch.json --news-only"), undefined);
  });

  it("tells and asks for nothing twice after its file was renamed", async () => {
    const sandbox = new Sandbox({ clock: testClock(), companies: 50, people: 150, prices: { all: price } });
    let posts = 0;
    /** The number of the request whose reply is lost. */
    let lost = 0;
    open({
      transport: () => async (request, signal) => {
        const reply = await sandbox.transport(request, signal);
        posts += request.method === "POST" ? 1 : 0;
        return request.method === "POST" && posts === lost ? Promise.reject(new Error("reset")) : reply;
      },
    });
    const ids = Array.from({ length: 150 }, (_, nth) => `p${String(nth).padStart(7, "0")}`);
    watch("all", { records: { ids } });
    await run(one, "watch all.watch.json --yes");
    sandbox.setMonth(8);
    later(31);
    const told = (await run(one, "watch all.watch.json --yes")).data["news"];
    assert.deepEqual((await run(one, "watch all.watch.json --news-only")).data["news"], told);
    const renamed = (to: string, from = "all.watch.json"): void =>
      renameSync(path.join(one.folder, from), path.join(one.folder, to));
    renamed("team.watch.json");
    assert.deepEqual((await run(one, "watch team.watch.json --news-only --handled")).data["news"], told);
    watch("copy", { records: { ids } });
    assert.deepEqual((await run(one, "watch copy.watch.json --news-only")).lines, ["No news."]);
    later(31);
    lost = posts + 2;
    assert.equal((await run(one, "watch team.watch.json --yes")).state, "stopped");
    renamed("other.watch.json", "team.watch.json");
    await assert.rejects(run(one, "watch other.watch.json --max-credits 1"), /was sent and not answered/u);
    const { data } = await run(one, "watch other.watch.json --yes");
    assert.deepEqual([data["due"], data["state"], posts], [50, "complete", lost + 1]);
  });

  it("asks for 10,000 people in 100 requests, and continues after a kill without asking for a page twice", async () => {
    const everybody = new Sandbox({
      ...{ clock: testClock(), companies: 300, people: 10_001, prices: { all: price } },
      keys: [{ key: "sandbox-key", workspaceId: "w", balance: 1e6 }],
    });
    let [posts, answered] = [0, 41];
    let onLast = (): void => undefined;
    const transport: Transport = (request, signal) => {
      posts += request.method === "POST" ? 1 : 0;
      if (posts > answered) {
        onLast();
        return new Promise(() => undefined);
      }
      return everybody.transport(request, signal);
    };
    open({ transport: () => transport });
    const { file } = one;
    const ids = Array.from({ length: 10_001 }, (_, nth) => `p${String(nth).padStart(7, "0")}`);
    // While no price is known, one record is fetched alone.
    watch("all", { records: { ids: ids.slice(0, 1) } });
    await run(one, "watch all.watch.json");
    posts = 0;
    watch("all", { records: { ids }, budget: 10_000 });
    // This process is killed: its last request is never answered.
    await new Promise<void>((resolve, reject) => {
      onLast = resolve;
      run(one, "watch all.watch.json --max-credits 5000").catch(reject);
    });
    const { folder } = one;
    const clock = testClock(one.clock.now() + 60_000);

    answered = Number.POSITIVE_INFINITY;
    const other = agentRig({ file, clock, owner: "other", creditsPerDay: 10_000, transport: () => transport });
    const resume = (line: string): ReturnType<typeof run> =>
      run({ ...other, folder }, line, { files: commandFiles(folder) });
    await assert.rejects(resume("watch all.watch.json --max-credits 1"), /was sent and not answered/u);
    const { state, data } = await resume("watch all.watch.json --yes");
    assert.deepEqual([state, data["records"], data["due"]], ["complete", 10_000, 10_000 - 40 * 100 - 100]);
    assert.equal(posts, 100 + 1);
    assert.equal((await resume("watch all.watch.json")).data["due"], 0);
    await other.close();
  }).timeout(60_000);

  it("asks before it spends, and refuses what it cannot read", async () => {
    open({ creditsPerDay: 0 });
    await fetched(150);
    watch("customers", { records: { list: "Customers" } });
    later(31);
    await assert.rejects(run(one, "watch customers.watch.json"), /Nobody can be asked here, so nothing was sent/u);
    assert.deepEqual(sent, []);
    assert.equal((await run(one, "watch customers.watch.json --max-credits 2")).data["records"], 8);
    watch("customers", { records: { list: "Nobody" } });
    await assert.rejects(
      run(one, "watch customers.watch.json"),
      /There is no list with this name\. Lists: Customers\./u,
    );
    watch("customers", { records: { search: "../vps.prospect.json" } });
    await assert.rejects(run(one, "watch customers.watch.json"), /is not in the folder of/u);
    one.write("wrong.watch.json", '{ "records": { "ids": [] } }');
    await assert.rejects(run(one, "watch wrong.watch.json"), /^Refusal: wrong\.watch\.json:1:1: “budget”/u);
  });
});

// Batches and lookups as the user sees them: counted, confirmed, looked up, written, resumed, deleted.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type * as Flow from "../../../src/workbench/lookups/batchFlow";
import type * as List from "../../../src/workbench/lookups/batchList";
import type * as Service from "../../../src/workbench/lookups/lookupService";
import type * as Items from "../../../src/workbench/lookups/answerItems";
import type { ColumnMapping } from "../../../src/lookups/batchMapping";
import type { RunConnection } from "../../../src/runs/run";
import type { LookupInput } from "../../../src/lookups/lookUpOnce";
import { readWorkbook } from "../export/typedFormats";
import { importWithVscode } from "../workbench/bundleWithVscode";
import { createScriptedVscode, goesBack } from "../workbench/scriptedVscode";
import { runRig, type Rig, type RigOptions } from "../runs/runRig";
import { removeFolders } from "../store/rig";
import { answeringClient, type AnsweringClient } from "./answeringClient";
import { byDomain, readBatch, tableOf } from "./batchRig";
import { possiblyCharged } from "../store/inspect";

type Product = typeof Flow & typeof List & typeof Service & typeof Items;

const connection: RunConnection & { readonly sandbox: boolean } = {
  id: "c",
  label: "C",
  origin: "https://api.service.example",
  workspaceId: "w",
  sandbox: false,
};

describe("lookups in the editor", function () {
  this.timeout(60_000);
  const vscode = createScriptedVscode();
  const { shown, answers } = vscode;
  /** Of the leave-out lists. */
  let listProblem: string | undefined;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-lookups-"));
  let product: Product;

  before(async () => {
    const files = ["batchFlow", "batchList", "lookupService", "answerItems"].map(
      (name) => `src/workbench/lookups/${name}.ts`,
    );
    product = (await importWithVscode(files, folder, vscode.api)) as Product;
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => {
    shown.length = 0;
    answers.clear();
  });
  afterEach(removeFolders);

  interface Desk extends Rig {
    readonly flow: Flow.BatchFlow;
    readonly deps: Flow.BatchFlowDeps;
    /** The written results. */
    readonly written: string[];
    readonly opened: (readonly [string, string])[];
    ask(text: string, change?: Partial<Flow.BatchJob>): Promise<Flow.BatchJob>;
  }

  function deskOf({ client }: AnsweringClient, options: RigOptions = {}): Desk {
    const rig = runRig({ confirmAbove: 0, ...options, client: () => client });
    const [written, opened]: [string[], (readonly [string, string])[]] = [[], []];
    const account = {
      current: { kind: "ready", connection, balance: 50, balanceAt: 0 },
      refreshBalance: async () => undefined,
    };
    const openDetails = async (id: string, title: string): Promise<void> => void opened.push([id, title]);
    const deps = {
      ...rig,
      clientOf: async () => client,
      account,
      leaveOut: { everywhere: async () => ({ check: async () => listProblem }) },
      log: () => undefined,
      openDetails,
    } as unknown as Flow.BatchFlowDeps;
    const target = {
      deliver: async (write: (add: (bytes: Uint8Array) => Promise<void>) => Promise<void>) => {
        const pieces: Uint8Array[] = [];
        await write(async (bytes) => void pieces.push(bytes.slice()));
        written.push(Buffer.concat(pieces).toString());
        return { path: "/w/makers (looked up).csv" };
      },
    };
    const ask = async (text: string, change: Partial<Flow.BatchJob> = {}): Promise<Flow.BatchJob> =>
      ({
        table: await tableOf(text),
        mapping: byDomain,
        columns: ["name"],
        title: "makers.csv",
        source: "file:///w/makers.csv",
        target,
        connection,
        ...change,
      }) as Flow.BatchJob;
    return { ...rig, flow: new product.BatchFlow(deps), deps, written, opened, ask };
  }

  /** Chooses the last button of a question. */
  const agree = (...args: never[]): unknown => args.at(-1);
  const named = (answer: (domain: string) => boolean): AnsweringClient =>
    answeringClient(({ domain = "" }) => (answer(domain) ? { id: domain, name: domain.toUpperCase() } : undefined), 1);
  const questions = (): readonly unknown[] =>
    shown
      .filter(({ what }) => what === "showWarningMessage")
      .map(({ args }) => (args[1] as { readonly detail?: string } | undefined)?.detail);
  const messages = (what: string): readonly string[] =>
    shown.filter((one) => one.what === what).map(({ args }) => String(args[0]));

  it("show the count and cost of a batch first, then write its file and offer its records", async () => {
    const service = named((domain) => domain === "a.example");
    const desk = deskOf(service);
    answers.set("showWarningMessage", agree);
    answers.set("showInformationMessage", () => "Show Records");
    await desk.flow.run(await desk.ask("Domain\na.example\nb.example\nA.example\n\nn/a\n"));
    assert.match(
      String(questions()[0]),
      /^4 rows: 2 to look up \(the price is not known yet; 2 credits at 1 credit each\), 1 duplicate, looked up once, /,
    );
    // The number and its cost are said once.
    assert.doesNotMatch(String(questions()[0]), /Fetch/);
    assert.match(String(questions()[0]), /identifier\.\nBalance: 50/);
    assert.deepEqual(desk.written, [
      "Domain,Name,Lookup status\na.example,A.EXAMPLE,found\nb.example,,no match\nA.example,A.EXAMPLE,found\n\n" +
        "n/a,,skipped: “n/a” does not identify a company.\n",
    ]);
    assert.deepEqual(messages("showInformationMessage"), [
      "4 rows: 2 found, 1 no match, 1 skipped. Saved to /w/makers (looked up).csv.",
    ]);
    const [batch] = await desk.store.batches.list(0);
    assert.deepEqual([batch?.finished, batch?.run.title, batch?.source], [true, "makers.csv", "file:///w/makers.csv"]);
    assert.deepEqual(desk.opened, [[batch?.run.id, "makers.csv"]]);
    // The same again is free, so there is nothing to confirm.
    await desk.flow.run(await desk.ask("Domain\na.example\nb.example\n"));
    assert.deepEqual([questions().length, desk.written.length], [1, 2]);
    assert.equal(service.asked.length, 2);
  });

  it("leave nothing of a batch that is not confirmed, or has no question", async () => {
    const service = named(() => true);
    const desk = deskOf(service);
    await desk.flow.run(await desk.ask("Domain\na.example\n"));
    assert.equal(questions().length, 1);
    await desk.flow.run(await desk.ask("Domain\nn/a\n"));
    assert.match(messages("showInformationMessage")[0] ?? "", /No row of makers\.csv has an identifier/);
    assert.deepEqual(
      [service.asked.length, await desk.store.batches.list(0), desk.db.all("select * from question")],
      [0, [], []],
    );
  });

  it("stop before a lookup when a leave-out list has changed", async () => {
    const service = named(() => true);
    const desk = deskOf(service);
    answers.set("showWarningMessage", (...args: never[]) => {
      const isQuestion = typeof args.at(1) === "object";
      listProblem = "The list customers.csv has changed.";
      return isQuestion ? args.at(-1) : undefined;
    });
    await desk.flow.run(await desk.ask("Domain\na.example\nb.example\n"));
    await until(() => messages("showWarningMessage").length === 2);
    listProblem = undefined;
    assert.match(messages("showWarningMessage")[1] ?? "", /stopped after 0 of 2 lookups\..*customers\.csv has changed/);
    assert.equal(service.asked.length, 0);
  });

  it("ask for other columns when no row has an identifier, instead of ending there", async () => {
    const service = named(() => true);
    const desk = deskOf(service);
    answers.set("showWarningMessage", agree);
    const remap = async (): Promise<ColumnMapping> => ({ kind: "company", columns: { domain: 1 } });
    await desk.flow.run(await desk.ask("Name,Site\nAcme,a.example\n", { remap }));
    assert.deepEqual(desk.written, ["Name,Site,Name (looked up),Lookup status\nAcme,a.example,A.EXAMPLE,found\n"]);
    assert.equal((await desk.store.batches.list(0)).length, 1);
  });

  it("are written as an Excel workbook: the table's cells as texts, those of records with their types", async () => {
    const service = answeringClient(
      ({ domain }) => (domain === "a.example" ? { id: "1", name: "=A", year_founded: 1998 } : undefined),
      1,
    );
    const desk = deskOf(service);
    answers.set("showWarningMessage", agree);
    answers.set("showInformationMessage", (...args: readonly unknown[]) =>
      args.find((button) => button === "Write Excel Workbook"),
    );
    const table = path.join(folder, "typed.csv");
    const text = "007,a.example\n008,b.example,=1+1\n\n009\n";
    fs.writeFileSync(table, text);
    await desk.flow.run(
      await desk.ask(text, {
        source: `file:${table}`,
        mapping: { kind: "company", columns: { domain: 1 } },
        columns: ["name", "year_founded"],
      }),
    );
    const workbook = path.join(folder, "typed (looked up).xlsx");
    await until(() => fs.existsSync(workbook));
    const { Companies: rows = [] } = await readWorkbook(workbook);
    assert.deepEqual(rows, [
      ["Column 1", "Column 2", "Column 3", "Name", "Founded", "Lookup status"],
      ["007", "a.example", null, "=A", 1998, "found"],
      ["008", "b.example", "=1+1", null, null, "no match"],
      ["009", null, null, null, null, "skipped: There is no identifier in this row."],
    ]);
    // Written once: the workbook offers no other one.
    assert.equal(desk.written.length, 1);
  });

  it("say that the table has changed since the batch was read, and only then", async () => {
    const desk = deskOf(named(() => true));
    answers.set("showWarningMessage", () => undefined);
    const { id } = await readBatch(desk, await tableOf("Domain\na.example\nb.example\n"), byDomain, connection);
    await desk.flow.run(await desk.ask("Domain\na.example\nb.example\n", { resumed: id }));
    await desk.flow.run(await desk.ask("Domain\na.example\nc.example\n", { resumed: id }));
    const sentence = "The table has changed since the batch was read: added rows are looked up, removed ones are not.";
    assert.deepEqual(
      questions().map((detail) => String(detail).includes(sentence)),
      [false, true],
    );
  });

  it("continue a stopped batch within the new budget", async () => {
    const service = answeringClient(({ domain }) => ({ id: domain, name: "A" }));
    const desk = deskOf(service);
    const agreements = ["Run", "Resume", "Resume"];
    answers.set("showWarningMessage", () => agreements.shift());
    await desk.flow.run(await desk.ask("Domain\na.example\nb.example\nc.example\n"));
    await until(() => desk.written.length === 1);
    // The price was not known: the user agreed to 3 credits, and each lookup costs 2.
    assert.match(
      messages("showWarningMessage")[1] ?? "",
      new RegExp(
        "^makers\\.csv stopped after 1 of 3 lookups\\. The answers are saved\\. " +
          "Stopped before spending more than the 3 credits you agreed to\\.",
      ),
    );
    assert.match(String(questions()[2]), /^3 rows: 1 owned \(free\), 2 to look up \(about 4 credits\)\./);
    assert.equal(service.asked.length, 3);
    assert.equal((await desk.store.batches.list(0))[0]?.finished, true);
  });

  it("resume, write, show and delete a batch from the list", async () => {
    const desk = deskOf(answeringClient(() => new Promise<never>(() => undefined)));
    answers.set("showWarningMessage", agree);
    const table = path.join(folder, "makers.csv");
    fs.writeFileSync(table, "Domain\na.example\nb.example\n");
    void desk.flow.run(await desk.ask("Domain\na.example\nb.example\n", { source: `file:${table}` }));
    await until(
      async () => (await desk.store.batches.list(0)).length === 1 && (await possiblyCharged(desk.store)).length === 1,
    );
    // Another window, after this one was killed.
    const other = deskOf(
      named(() => true),
      { file: desk.file, owner: "window-2" },
    );
    other.clock.advance(20_000);
    const list = async (does: string): Promise<void> => {
      // Back leads from the actions to the list, and nothing but these two steps asks.
      const boxes = ["batch", "back", "batch", "action"];
      answers.set("createQuickPick", ({ items }: { readonly items: readonly { readonly does?: string }[] }) => {
        const box = boxes.shift();
        return box === "batch" ? items[0] : box === "back" ? goesBack : items.find((item) => item.does === does);
      });
      await product.showBatches(other.deps, other.flow);
    };
    const described = (): string | undefined =>
      shown
        .filter(({ what }) => what === "createQuickPick")
        .map(({ args: [box] }) => (box as { readonly items: readonly Readonly<Record<string, string>>[] }).items[0])
        .findLast((item) => item?.["batch"] !== undefined)?.["description"];
    await list("resume");
    assert.match(described() ?? "", /^stopped after 0 of 2, started /);
    assert.equal((await other.store.batches.list(0))[0]?.finished, true);
    assert.equal(
      fs.readFileSync(path.join(folder, "makers (looked up).csv"), "utf8"),
      // The first one was in flight when the window was killed.
      "Domain,Name,Lookup status\n" +
        "a.example,,failed: possibly charged: the window closed before the reply arrived\n" +
        "b.example,B.EXAMPLE,found\n",
    );
    // A second pass asks only for the row without an answer.
    await list("again");
    assert.equal(
      fs.readFileSync(path.join(folder, "makers (looked up) (2).csv"), "utf8"),
      "Domain,Name,Lookup status\na.example,A.EXAMPLE,found\nb.example,B.EXAMPLE,found\n",
    );
    await list("workbook");
    assert.deepEqual(await readWorkbook(path.join(folder, "makers (looked up).xlsx")), {
      Companies: [
        ["Domain", "Name", "Lookup status"],
        ["a.example", "A.EXAMPLE", "found"],
        ["b.example", "B.EXAMPLE", "found"],
      ],
      Lookup: [
        ["Fact", "Value"],
        ["Table", "makers.csv"],
        ["Rows", 2],
      ],
    });
    await list("write");
    assert.equal(fs.readdirSync(folder).filter((name) => /^makers \(looked up\).*csv$/.test(name)).length, 3);
    await list("show");
    assert.match(described() ?? "", /^2 answered, started /);
    assert.deepEqual(
      other.opened.map(([, title]) => title),
      ["makers.csv"],
    );
    await list("delete");
    assert.deepEqual(await other.store.batches.list(0), []);
    await list("resume");
    assert.match(messages("showInformationMessage").at(-1) ?? "", /There are no lookup batches yet/);
  });

  describe("of one company", () => {
    const acme: LookupInput = {
      kind: "company",
      identifiers: { domain: "acme.example" },
      words: "Company acme.example",
    };
    const lookUp = (desk: Desk, refresh = false): Promise<Service.LookupResult> =>
      new product.LookupService(desk.deps).lookUp(acme, {
        refresh,
        signal: new AbortController().signal,
        onWait: () => undefined,
      });
    const origin = (result: Service.LookupResult, now = 0): string =>
      result.kind === "answer"
        ? String(product.answerItems(result, { now, canInsert: false, enterInserts: false })[0]?.label)
        : result.kind;

    it("are paid for once, repeated when the user refreshes, and show where the answer is from", async () => {
      const service = named(() => true);
      const desk = deskOf(service);
      answers.set("showWarningMessage", agree);
      const first = await lookUp(desk);
      assert.equal(origin(first), "just now, for 1 credit");
      assert.equal(questions().length, 1);
      const again = await lookUp(desk);
      assert.match(origin(again, desk.clock.now()), /^from an earlier lookup, answered .*, free$/);
      assert.equal(again.kind === "answer" ? again.runTitle : "", acme.words);
      assert.equal(service.asked.length, 1);
      assert.equal((await lookUp(desk, true)).kind, "answer");
      assert.equal(service.asked.length, 2);
      assert.deepEqual(
        (await new product.LookupService(desk.deps).recent()).map(({ words }) => words),
        [acme.words],
      );
    });

    it("are answered by a record of a search, with the name of that search", async () => {
      const service = named(() => true);
      const desk = deskOf(service);
      const search = await desk.runs.create({
        purpose: "search",
        title: "Makers in Berlin",
        task: { kind: "companySearch", filters: {} },
        recordKind: "company",
        connection,
        limits: { records: 1 },
      });
      await desk.store.records.storePage({
        run: search.id,
        owner: search.owner,
        request: {},
        status: 200,
        receivedAt: 0,
        body: Buffer.from('{"companies":[{"id":"1","name":"Acme","domain":"acme.example"}]}'),
      });
      const result = await lookUp(desk);
      assert.match(origin(result, 86_400_000 * 3), /^in Makers in Berlin, fetched 3 days ago, free$/);
      assert.ok(result.kind === "answer" && result.answer.kind === "found");
      assert.deepEqual([result.answer.run, result.answer.row, service.asked.length], [search.id, 0, 0]);
      const items = product.answerItems(result, { now: 0, canInsert: false, enterInserts: false });
      assert.ok(items.some(({ label, description }) => label === "Acme" && description !== undefined));
      assert.ok(items.some(({ description }) => description === "asks the service again; the price is not known"));
    });

    it("are not made without the user's consent, and show errors", async () => {
      const desk = deskOf(answeringClient(() => ({ body: "<html>" })));
      assert.equal((await lookUp(desk)).kind, "canceled");
      answers.set("showWarningMessage", agree);
      const result = await lookUp(desk);
      assert.match(result.kind === "failed" ? result.sentence : "", /may have been charged/);
    });
  });
});

/** Polls for a condition that has no event. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

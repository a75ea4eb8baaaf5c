// Batches and lookups as the user sees them: counted, confirmed, looked up, written, resumed, deleted.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type * as Flow from "../../../src/workbench/lookups/batchFlow";
import type { HeldLists } from "../../../src/app/app";
import type * as Ask from "../../../src/workbench/askInWindow";
import type { LookupsDeps } from "../../../src/workbench/lookups/lookupAnswers";
import type { RunToOpen } from "../../../src/workbench/resultsEditor/openResults";
import type * as List from "../../../src/workbench/lookups/batchList";
import type * as Service from "../../../src/workbench/lookups/lookupAnswers";
import type * as Items from "../../../src/workbench/lookups/answerItems";
import type * as Status from "../../../src/workbench/resultsEditor/runStatus";
import type { Resumers } from "../../../src/workbench/running/runCoordinator";
import type * as Coordinator from "../../../src/workbench/running/runCoordinator";
import { createBatch, readIntoBatch } from "../../../src/runs/batchRun";
import type { ColumnMapping } from "../../../src/lookups/batchMapping";
import type { RunConnection } from "../../../src/runs/run";
import { useVscode } from "../workbench/bundleWithVscode";
import { createScriptedVscode, goesBack } from "../workbench/scriptedVscode";
import { runRig, type Rig, type RigOptions } from "../runs/runRig";
import { newFolder, removeFolders } from "../store/rig";
import { answeringClient, type AnsweringClient } from "../runs/answeringClient";
import { personApp } from "./personApp";
import { askBatch, byDomain, readBatch, tableOf } from "../runs/batchRig";
import { possiblyCharged } from "../store/inspect";

type Product = typeof Flow &
  typeof List &
  typeof Ask &
  typeof Service &
  typeof Items &
  typeof Status &
  typeof Coordinator;

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
  const files = [
    ...["batchFlow", "batchList", "lookupAnswers", "answerItems"].map((name) => `src/workbench/lookups/${name}.ts`),
    "src/workbench/resultsEditor/runStatus.ts",
    "src/workbench/running/runCoordinator.ts",
    "src/workbench/askInWindow.ts",
  ];
  const product = useVscode<Product>(files, vscode);

  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  afterEach(removeFolders);

  interface Desk extends Rig {
    readonly flow: Flow.BatchFlow;
    readonly deps: LookupsDeps;
    /** Where the table is. */
    readonly place: string;
    /** The written results. */
    readonly written: () => readonly string[];
    readonly opened: (readonly [string, string])[];
    ask(text: string, change?: Partial<Flow.BatchJob>): Promise<Flow.BatchJob>;
  }

  function deskOf({ client }: AnsweringClient, options: RigOptions = {}): Desk {
    const rig = runRig({ confirmAbove: 0, ...options, client: () => client });
    const opened: (readonly [string, string])[] = [];
    const place = newFolder();
    const written = (): readonly string[] =>
      fs
        .readdirSync(place)
        .filter((name) => /\(looked up\)( \(\d+\))?\.csv$/.test(name))
        .map((name) => fs.readFileSync(path.join(place, name), "utf8"));
    const account = {
      current: { kind: "ready", connection, balance: 50, balanceAt: 0 },
      refreshBalance: async () => undefined,
    };
    const everywhere = async (): Promise<HeldLists> => ({
      ...{ ofSearch: [], entries: [], check: async () => listProblem },
    });
    const info = connection;
    const app = personApp(
      { ...rig, client },
      {
        ...{ ask: (question) => product.askInWindow(question), everywhere },
        connection: { info, balance: { credits: 50, at: 0 } },
      },
    );
    const deps = {
      app,
      account,
      openResults: async ({ id, title }: RunToOpen) => void opened.push([id, title]),
      log: () => undefined,
    } as unknown as LookupsDeps;
    const ask = async (text: string, change: Partial<Flow.BatchJob> = {}): Promise<Flow.BatchJob> => {
      const source = `file://${place}/makers.csv`;
      fs.writeFileSync(path.join(place, "makers.csv"), text);
      const table = await tableOf(text);
      return { table, mapping: byDomain, columns: ["name"], title: "makers.csv", source, ...change };
    };
    return { ...rig, flow: new product.BatchFlow(deps), deps, place, written, opened, ask };
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
    assert.deepEqual(desk.written(), [
      "Domain,Name,Lookup status\na.example,A.EXAMPLE,found\nb.example,,no match\nA.example,A.EXAMPLE,found\n\n" +
        "n/a,,skipped: “n/a” does not identify a company.\n",
    ]);
    assert.deepEqual(messages("showInformationMessage"), [
      `4 rows: 2 found, 1 no match, 1 skipped. Saved to ${desk.place}/makers (looked up).csv.`,
    ]);
    const [batch] = await desk.store.batches.list(0);
    assert.deepEqual(
      [batch?.finished, batch?.run.title, batch?.source],
      [true, "makers.csv", `file://${desk.place}/makers.csv`],
    );
    assert.deepEqual(desk.opened, [[batch?.run.id, "makers.csv"]]);
    // The same again is free, so there is nothing to confirm.
    await desk.flow.run(await desk.ask("Domain\na.example\nb.example\n"));
    assert.deepEqual([questions().length, desk.written().length], [1, 2]);
    assert.equal(service.asked.length, 2);
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
    assert.deepEqual(desk.written(), ["Name,Site,Name (looked up),Lookup status\nAcme,a.example,A.EXAMPLE,found\n"]);
    assert.equal((await desk.store.batches.list(0)).length, 1);
  });

  it("say that the table has changed since the batch was read, and only then", async () => {
    const desk = deskOf(named(() => true));
    answers.set("showWarningMessage", () => undefined);
    const text = "Domain\na.example\nb.example\n";
    const { id } = await readBatch(desk, await tableOf(text), byDomain, connection, `file://${desk.place}/makers.csv`);
    for (const now of [text, "Domain\na.example\nc.example\n"]) {
      await desk.ask(now);
      await desk.flow.resume((await desk.runs.summary(id)) ?? assert.fail());
    }
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
    await until(async () => (await desk.store.batches.list(0))[0]?.finished === true);
    // The price was not known: the user agreed to 3 credits, and each lookup costs 2.
    assert.match(
      messages("showWarningMessage")[1] ?? "",
      new RegExp(
        "^makers\\.csv stopped after 1 of 3 lookups\\. The answers are saved\\. " +
          "Stopped before spending more than the 3 credits you agreed to\\.",
      ),
    );
    assert.match(String(questions()[2]), /^3 rows: 1 already fetched \(free\), 2 to look up \(about 4 credits\)\./);
    assert.equal(service.asked.length, 3);
    assert.equal(desk.written().length, 1);
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
    answers.set("showWarningMessage", () => "Skip and Resume");
    await list("resume");
    assert.match(described() ?? "", /^stopped after 0 of 2, started /);
    assert.equal((await other.store.batches.list(0))[0]?.finished, true);
    assert.equal(
      fs.readFileSync(path.join(folder, "makers (looked up).csv"), "utf8"),
      // The first one was in flight when the window was killed.
      "Domain,Name,Lookup status\n" +
        "a.example,,possibly charged: the window closed before the reply arrived\n" +
        "b.example,B.EXAMPLE,found\n",
    );
    // A second pass asks only for the row without an answer, and only with consent.
    answers.set("showWarningMessage", agree);
    await list("resume");
    assert.match(described() ?? "", /^stopped after 1 of 2, started /);
    assert.equal(
      fs.readFileSync(path.join(folder, "makers (looked up) (2).csv"), "utf8"),
      "Domain,Name,Lookup status\na.example,A.EXAMPLE,found\nb.example,B.EXAMPLE,found\n",
    );
    await list("write");
    assert.equal(fs.readdirSync(folder).filter((name) => /^makers \(looked up\).*csv$/.test(name)).length, 3);
    await list("show");
    assert.match(described() ?? "", /^2 found, started /);
    assert.deepEqual(
      other.opened.map(([, title]) => title),
      ["makers.csv"],
    );
    await list("delete");
    assert.deepEqual(await other.store.batches.list(0), []);
    await list("resume");
    assert.match(messages("showInformationMessage").at(-1) ?? "", /There are no lookup batches yet/);
  });

  const lost = {
    fail: { code: "network", message: "Lost.", creditsSpent: "maybe", sent: true },
  } as const;
  /** The buttons of the modal questions. */
  const buttons = (): readonly unknown[] =>
    shown
      .filter(({ what, args }) => what === "showWarningMessage" && typeof args[1] === "object")
      .map(({ args }) => args.slice(2));
  /** A batch of these rows in a file, after one window has looked up what it could. */
  const stoppedBatch = async (desk: Desk, name: string, rows: number, signal?: AbortSignal): Promise<string> => {
    const text = `Domain\n${Array.from({ length: rows }, (_, nth) => `c${nth}.example\n`).join("")}`;
    const table = path.join(folder, name);
    fs.writeFileSync(table, text);
    const { run } = await createBatch(desk.runs, {
      ...{ title: name, source: `file:${table}`, mapping: byDomain, columns: ["name"], connection },
    });
    const never = new AbortController().signal;
    await readIntoBatch(desk.runs, run.id, await tableOf(text), byDomain, never, () => undefined);
    await askBatch(desk, run.id, signal);
    return run.id;
  };
  const resultOf = (name: string): string => fs.readFileSync(path.join(folder, `${name} (looked up).csv`), "utf8");

  describe("that were sent and not answered", () => {
    it("are named with their count and cost before a batch goes on, and skipped or looked up again", async () => {
      let isDown = true;
      const service = answeringClient(({ domain }) =>
        domain === "c1.example" && isDown ? lost : { id: domain, name: String(domain).toUpperCase() },
      );
      const desk = deskOf(service);
      const id = await stoppedBatch(desk, "lost.csv", 8);
      isDown = false;
      answers.set("showWarningMessage", () => "Skip and Resume");
      await product.resumeBatch(id, desk.deps, desk.flow);
      const detail = String(questions()[0]);
      assert.match(
        detail,
        /^8 rows: 4 already fetched \(free\), 3 to look up \(about 6 credits\), 1 possibly charged\.\n/,
      );
      assert.match(detail, /\n1 row was sent and not answered; it may have been charged\.\n/);
      assert.match(detail, /\nLooking it up again may cost up to 2 credits\.\n/);
      assert.match(detail, /before it spends more than 6 credits, or 8 credits if they are looked up again\./);
      assert.deepEqual(buttons(), [["Skip and Resume", "Resume and Look Up Again"]]);
      assert.equal(new Set(service.asked.map(({ domain }) => domain)).size, service.asked.length);
      assert.equal(service.asked.length, 8);
      // The file is written all the same, and its message counts the row and offers Resume.
      assert.match(resultOf("lost"), /\nc1\.example,,possibly charged: Lost\.\nc2\.example,C2\.EXAMPLE,found\n/);
      const message = shown.findLast(({ what }) => what === "showInformationMessage")?.args ?? [];
      assert.match(String(message[0]), /^8 rows: 7 found, 1 possibly charged\. Saved to /);
      assert.equal(message.at(-1), "Resume");
      const batch = await desk.store.batches.get(id, desk.clock.now());
      assert.deepEqual(batch?.run.stop, { kind: "unanswered", rows: 1 });
      // When nothing is open, there is nothing to skip.
      answers.set("showWarningMessage", () => undefined);
      await product.resumeBatch(id, desk.deps, desk.flow);
      assert.deepEqual(buttons()[1], ["Look Up Again"]);
      assert.equal(service.asked.length, 8);
      answers.set("showWarningMessage", agree);
      await product.resumeBatch(id, desk.deps, desk.flow);
      assert.equal(service.asked.length, 9);
      assert.deepEqual((await desk.runs.summary(id))?.stop, { kind: "complete" });
      // Complete at last.
      await product.resumeBatch(id, desk.deps, desk.flow);
      assert.equal(messages("showInformationMessage").at(-1), "lost.csv is already finished.");
    });

    it("are said when a batch stops, beside those that are done", async () => {
      const service = answeringClient(
        ({ domain }) => (domain === "c1.example" ? lost : { id: domain, name: String(domain) }),
        1,
      );
      const desk = deskOf(service);
      const agreements = ["Run"];
      answers.set("showWarningMessage", () => agreements.shift());
      await desk.flow.run(await desk.ask(`Domain\n${[..."01234567"].map((nth) => `c${nth}.example\n`).join("")}`));
      await until(() => messages("showWarningMessage").length === 2);
      assert.match(
        messages("showWarningMessage")[1] ?? "",
        /^makers\.csv stopped after 4 of 8 lookups\. .* 1 row was sent and not answered; it may have been charged\.$/,
      );
      assert.deepEqual(desk.written(), []);
    });
  });

  describe("resumed through the run coordinator", () => {
    const coordinatorOf = (desk: Desk, resumed: string[] = []): Coordinator.RunCoordinator => {
      const resumers: Resumers = new Map();
      resumers.set("batch", ({ header }) => product.resumeBatch(header.id, desk.deps, desk.flow));
      resumers.set("lookup", async ({ header }) => void resumed.push(header.title));
      resumers.set("enrichment", async ({ header }) => void resumed.push(header.title));
      return new product.RunCoordinator({
        ...desk.deps,
        app: desk.deps.app,
        openResults: async () => undefined,
        shown: { visibilityOf: () => "closed", onDidChange: () => () => undefined },
        resumers,
      } as unknown as Coordinator.RunCoordinatorDeps);
    };

    for (const [when, file] of [
      ["from its results page", "page.csv"],
      ["after a reload", "reloaded.csv"],
    ] as const) {
      it(`are those of a canceled batch ${when}: its open rows are looked up, and its file is written`, async () => {
        const stop = new AbortController();
        const service = answeringClient(({ domain }, nth) => {
          if (nth === 2) {
            stop.abort();
          }
          return { id: domain, name: String(domain).toUpperCase() };
        });
        const first = deskOf(service);
        const id = await stoppedBatch(first, file, 8, stop.signal);
        const desk =
          when === "after a reload"
            ? deskOf(service, { file: first.file, clock: first.clock, owner: "window-2" })
            : first;
        const summary = (await desk.runs.summary(id)) ?? assert.fail();
        const status = product.runStatus(summary, undefined, desk.clock.now());
        assert.deepEqual(status.actions, ["resume"]);
        assert.doesNotMatch(status.remarks.join(" "), /Everything was looked up/);
        answers.set("showWarningMessage", agree);
        await coordinatorOf(desk).resume(id);
        assert.deepEqual(
          service.asked.map(({ domain }) => domain).sort(),
          Array.from({ length: 8 }, (_, nth) => `c${nth}.example`),
        );
        assert.equal(resultOf(file.replace(".csv", "")).match(/,found\n/g)?.length, 8);
        assert.deepEqual((await desk.runs.summary(id))?.stop, { kind: "complete" });
      });
    }

    it("are single lookups and enrichments by what they are, and none is sent by the engine", async () => {
      const service = named(() => true);
      const desk = deskOf(service);
      for (const [purpose, task] of [
        ["lookup", { kind: "companyLookup", identifiers: { domain: "a.example" } }],
        ["enrichment", { kind: "enrichment", enrichmentId: "e1" }],
      ] as const) {
        const limits = { records: 1 };
        const run = await desk.runs.create({ purpose, title: purpose, task, connection, limits });
        await run.stop({ kind: "cancelled" });
        const resumed: string[] = [];
        await coordinatorOf(desk, resumed).resume(run.id);
        assert.deepEqual(resumed, [purpose]);
      }
      assert.equal(service.asked.length, 0);
    });
  });
});

/** Polls for a condition that has no event. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

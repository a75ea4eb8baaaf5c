// Batches and lookups as the user sees them: counted, confirmed, looked up, written, resumed, deleted.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { RunConnection } from "../../../src/runs/run";
import type { ColumnMapping } from "../../../src/tables/batchMapping";
import { askInWindow } from "../../../src/workbench/askInWindow";
import { BatchFlow, type BatchJob } from "../../../src/workbench/lookups/batchFlow";
import type { RunToOpen } from "../../../src/workbench/resultsEditor/openResults";
import { personApp } from "../../support/testDesk";
import { until } from "../../support/until";
import { useVscode } from "../../support/vscode";
import { answeringClient, type AnsweringClient } from "../runs/answeringClient";
import { byDomain, tableOf } from "../runs/batchRig";
import { runRig, type Rig, type RigOptions } from "../runs/runRig";
import { possiblyCharged } from "../store/inspect";
import { newFolder, removeFolders } from "../store/rig";

const connection: RunConnection & { readonly sandbox: boolean } = {
  id: "c",
  label: "C",
  origin: "https://api.service.example",
  workspaceId: "w",
  sandbox: false,
};

describe("lookups in the editor", function () {
  const vscode = useVscode();
  const { shown, answers } = vscode;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-lookups-"));

  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  afterEach(removeFolders);

  interface Desk extends Rig {
    readonly flow: BatchFlow;
    /** Where the table is. */
    readonly place: string;
    /** The written results. */
    readonly written: () => readonly string[];
    readonly opened: (readonly [string, string])[];
    ask(text: string, change?: Partial<BatchJob>): Promise<BatchJob>;
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
    const info = connection;
    const app = personApp(rig, {
      ask: (question) => askInWindow(question),
      connection: { info, balance: { credits: 50, at: 0 } },
    });
    const core = { app, account, log: () => undefined } as never;
    const flow = new BatchFlow(core, async ({ id, title }: RunToOpen) => void opened.push([id, title]));
    const ask = async (text: string, change: Partial<BatchJob> = {}): Promise<BatchJob> => {
      const source = `file://${place}/makers.csv`;
      fs.writeFileSync(path.join(place, "makers.csv"), text);
      const table = await tableOf(text);
      return { table, mapping: byDomain, columns: ["name"], title: "makers.csv", source, ...change };
    };
    return { ...rig, flow, place, written, opened, ask };
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

  it("ask for other columns when no row has an identifier, instead of ending there", async () => {
    const service = named(() => true);
    const desk = deskOf(service);
    answers.set("showWarningMessage", agree);
    const text = "Name,Site\nAcme,a.example\n";
    const mapping: ColumnMapping = { kind: "company", columns: { domain: 1 } };
    const remap = async () => ({ table: await tableOf(text), mapping });
    await desk.flow.run(await desk.ask(text, { remap }));
    assert.deepEqual(desk.written(), ["Name,Site,Name (looked up),Lookup status\nAcme,a.example,A.EXAMPLE,found\n"]);
    assert.equal((await desk.store.batches.list(0)).length, 1);
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
    const id = (await other.store.batches.list(0))[0]?.run.id ?? "";
    answers.set("showWarningMessage", () => "Skip and Resume");
    await other.flow.resume(id);
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
    await other.flow.resume(id);
    assert.equal(
      fs.readFileSync(path.join(folder, "makers (looked up) (2).csv"), "utf8"),
      "Domain,Name,Lookup status\na.example,A.EXAMPLE,found\nb.example,B.EXAMPLE,found\n",
    );
    await other.flow.write(id, "makers.csv");
    assert.equal(fs.readdirSync(folder).filter((name) => /^makers \(looked up\).*csv$/.test(name)).length, 3);
    await other.store.retention.deleteRun(id, { now: other.clock.now() });
    await other.flow.resume(id);
    assert.equal(messages("showErrorMessage").at(-1), "This batch was deleted.");
  });
});

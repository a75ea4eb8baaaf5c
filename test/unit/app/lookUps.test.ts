// Lookups as actions: the rules that window, agents and command line share.
import assert from "node:assert/strict";
import type { App, AppConnection, Question } from "../../../src/app/app";
import { lookUp } from "../../../src/app/lookUp";
import { lookUpTable, unfinishedTable } from "../../../src/app/lookUpTable";
import type { Spender } from "../../../src/app/spending";
import { nowhere, writeTable } from "../../../src/app/writeTable";
import type { RunSummary } from "../../../src/runs/run";
import { personApp, sandboxConnection as connection } from "../../support/testDesk";
import { answeringClient } from "../runs/answeringClient";
import { byDomain, tableOf } from "../runs/batchRig";
import { runRig, type Rig } from "../runs/runRig";
import { removeFolders } from "../store/rig";

const call = { signal: new AbortController().signal, onProgress: () => undefined };
const source = "file:///rows.csv";
const script = (maxCredits?: number, yes = false): Spender => ({
  ...{ kind: "command", maxCredits, yes, acceptsUnknownCosts: false, resend: false },
});

describe("lookups at every door", () => {
  afterEach(removeFolders);

  const texts = new Map<string, string>();
  const asked: Question[] = [];
  beforeEach(() => {
    texts.clear();
    asked.length = 0;
  });
  const appOver = (rig: Rig, change: Partial<AppConnection> = {}, answer = "cannot"): App =>
    personApp(rig, {
      ask: async (question) => {
        asked.push(question);
        return answer;
      },
      connection: change,
      texts,
    });
  async function lookUpRows(app: App, text: string, spender: Spender): Promise<RunSummary> {
    texts.set(source, text);
    const table = await tableOf(text);
    const given = { title: "rows.csv", source, table, mapping: byDomain, columns: ["name"] };
    return lookUpTable(app, given, spender, call);
  }
  const found = answeringClient(({ domain }) => ({ id: String(domain), name: "A" }), 1);

  it("are finished when the result is written, whoever wrote it", async () => {
    const rig = runRig({ client: () => found.client });
    const app = appOver(rig);
    const { header, stop } = await lookUpRows(app, "Domain\nc.example\n", script(9));
    assert.deepEqual(stop, { kind: "complete" });
    assert.equal((await unfinishedTable(app, source, connection.origin))?.run.id, header.id);
    await writeTable(app, header.id, nowhere);
    assert.equal(await unfinishedTable(app, source, connection.origin), undefined);
  });

  it("are answered from the store without a connection", async () => {
    const rig = runRig({ client: () => found.client });
    const question = { kind: "company", identifiers: { domain: "h.example" }, words: "h.example" } as const;
    await lookUp(appOver(rig), { question }, script(9), call);
    const offline: App = { ...appOver(rig), connection: () => Promise.reject(new Error("There is no network.")) };
    const outcome = await lookUp(offline, { question }, script(), call);
    assert.deepEqual([outcome.kind, "paid" in outcome && outcome.paid], ["found", undefined]);
    await assert.rejects(lookUp(offline, { question, refresh: true }, script(), call), /There is no network/);
  });
});

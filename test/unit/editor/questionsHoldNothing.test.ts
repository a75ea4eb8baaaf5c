// While a question is open nothing is locked: its answer may come in an hour, or never.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type * as Flow from "../../../src/editor/lookups/batchFlow";
import type * as Box from "../../../src/editor/lookups/lookupBox";
import { openCsvTable } from "../../../src/lookups/csvTable";
import { importWithVscode } from "./bundleWithVscode";
import { createScriptedVscode, staysOpen } from "./scriptedVscode";

type Product = typeof Flow & typeof Box;

const connection = { id: "c", label: "C", origin: "https://api.service.example", workspaceId: "w", sandbox: false };
const mapping = { kind: "company", columns: { domain: 0 } } as const;
const order = { id: "batch-1-01234567", title: "Makers", mapping, columns: [], connection, questions: 1, finished: false };

describe("an open question", function () {
  this.timeout(60_000);
  const vscode = createScriptedVscode();
  const { shown, answers } = vscode;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-questions-"));
  let product: Product;

  before(async () => {
    product = (await importWithVscode(["src/editor/lookups/batchFlow.ts", "src/editor/lookups/lookupBox.ts"], folder, vscode.api)) as Product;
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => {
    shown.length = 0;
    answers.clear();
  });

  describe("about the cost of a batch that is resumed", () => {
    let taken: number;
    let exists: boolean;

    async function resume(): Promise<void> {
      taken = 0;
      exists = true;
      const batches = {
        get: async () => (exists ? order : undefined),
        paidAnswers: async () => new Map(),
        take: async () => {
          taken += 1;
          return { state: { answer: () => undefined, answered: 0, entries: () => [] }, release: async () => void (taken -= 1) };
        },
      };
      const account = { current: { kind: "ready", connection, balance: 5, balanceAt: 0 }, refreshBalance: async () => undefined };
      const deps = { account, budgets: { price: async () => ({ perRecord: 1, known: true }), forAction: async (_cost: unknown, ask: () => Promise<boolean>) => ((await ask()) ? {} : undefined) }, clock: { now: () => 0 }, store: { list: async () => [] }, log: () => undefined, batches };
      const table = await openCsvTable(async function* () {
        yield Buffer.from("domain\nacme.example\n");
      });
      await product.createBatchFlow(deps as never).run({ table, mapping, columns: [], title: "Makers", source: "", target: {} as never, connection, resumed: order as never });
    }

    it("keeps no other window from the batch", async () => {
      let takenWhileAsked: number | undefined;
      answers.set("showWarningMessage", () => void (takenWhileAsked = taken));
      await resume();
      assert.equal(takenWhileAsked, 0);
      assert.equal(taken, 0);
    });

    it("does not bring back a batch that was deleted meanwhile", async () => {
      answers.set("showWarningMessage", (...args: never[]) => {
        exists = false;
        return args.at(-1);
      });
      await resume();
      assert.match(String(shown.at(-1)?.args[0]), /This batch was deleted\./);
      assert.equal(taken, 0);
    });
  });

  describe("about the connection of a look-up", () => {
    interface ShownBox {
      hide(): void;
      readonly busy: boolean;
      readonly items: readonly { readonly label: string }[];
    }
    const shownBox = (): ShownBox => shown.filter(({ what }) => what === "createQuickPick").at(-1)?.args[0] as ShownBox;
    const timesShown = (): number => shown.filter(({ what }) => what === "createQuickPick").length;

    /** Looks up a clear text; VS Code hides the box when the question takes its place. */
    async function lookUp(isConnected: boolean): Promise<{ readonly asked: number; readonly closed: Promise<void> }> {
      let asked = 0;
      answers.set("createQuickPick", () => staysOpen);
      let finished = (): void => undefined;
      const done = new Promise<void>((resolve) => (finished = resolve));
      const service = {
        now: () => 0,
        recent: async () => [],
        connect: async () => {
          shownBox().hide();
          setImmediate(finished);
          return isConnected;
        },
        lookUp: async () => {
          asked += 1;
          return { kind: "declined" };
        },
      };
      const closed = product.openLookupBox("company", { service, openDetails: async () => undefined, exportRun: async () => undefined, findPeople: async () => undefined } as never, "acme.example");
      await done;
      return { asked, closed };
    }

    it("continues the look-up in the box, which comes back", async () => {
      const { asked, closed } = await lookUp(true);
      assert.deepEqual([asked, timesShown(), shownBox().busy], [1, 2, false]);
      shownBox().hide();
      await closed;
    });

    it("leaves the box with what was typed when no connection is chosen, and nothing is looked up", async () => {
      const { asked, closed } = await lookUp(false);
      assert.deepEqual([asked, timesShown(), shownBox().busy], [0, 2, false]);
      assert.match(shownBox().items[0]?.label ?? "", /acme\.example/);
      shownBox().hide();
      await closed;
    });
  });
});

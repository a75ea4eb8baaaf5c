// An open question must not lock anything: the user may answer in an hour, or never.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { askInWindow } from "../../../src/workbench/askInWindow";
import { createWindowApp } from "../../../src/workbench/connections/windowApp";
import { BatchFlow } from "../../../src/workbench/lookups/batchFlow";
import { LookupBox } from "../../../src/workbench/lookups/lookupBox";
import { personApp, sandboxConnection as connection } from "../../support/testDesk";
import { staysOpen, useVscode } from "../../support/vscode";
import { answeringClient } from "../runs/answeringClient";
import { readBatch, tableOf } from "../runs/batchRig";
import { runRig, type Rig } from "../runs/runRig";
import { removeFolders } from "../store/rig";

describe("an open question", function () {
  const vscode = useVscode();
  const { shown, answers } = vscode;

  describe("about the cost of a batch that is resumed", () => {
    afterEach(removeFolders);

    async function resume(rig: Rig): Promise<string> {
      const text = "domain\nacme.example\n";
      const { id } = await readBatch(rig, await tableOf(text));
      const app = personApp(rig, {
        ask: (question) => askInWindow(question),
        connection: { balance: { credits: 5, at: 0 } },
        texts: new Map([["file:///table.csv", text]]),
      });
      const account = { current: { kind: "ready", connection } };
      const flow = new BatchFlow({ app, account, log: () => undefined } as never, async () => undefined);
      await flow.resume(id);
      return id;
    }

    it("does not lock the batch for other windows", async () => {
      const rig = runRig();
      const other = runRig({ file: rig.file, owner: "window-2" });
      let wasFree = false;
      answers.set("showWarningMessage", async () => {
        const [batch] = await other.store.batches.list(0);
        await (await other.runs.resume(batch?.run.id ?? "")).stop({ kind: "cancelled" });
        wasFree = true;
      });
      const id = await resume(rig);
      assert.ok(wasFree);
      assert.equal((await rig.store.batches.get(id, 0))?.run.isLive, false);
    });

    it("does not restore a batch that was deleted meanwhile", async () => {
      const rig = runRig();
      answers.set("showWarningMessage", async (...args: never[]) => {
        const [batch] = await rig.store.batches.list(0);
        await rig.runs.delete(batch?.run.id ?? "");
        return args.at(-1);
      });
      await resume(rig);
      assert.match(String(shown.at(-1)?.args[0]), /was deleted\./);
      assert.deepEqual(await rig.store.batches.list(0), []);
    });
  });

  describe("about the connection of a lookup", () => {
    interface ShownBox {
      hide(): void;
      readonly busy: boolean;
      readonly items: readonly { readonly label: string }[];
    }
    /** Each time that one was shown. */
    const boxes = (): readonly ShownBox[] =>
      shown.filter(({ what }) => what === "createQuickPick").map(({ args }) => args[0] as ShownBox);
    const shownBox = (): ShownBox => boxes().at(-1) ?? assert.fail();

    /** Looks up an unambiguous text; VS Code hides the box when it shows the question. */
    async function lookUp(isConnected: boolean): Promise<{ readonly asked: number; readonly closed: Promise<void> }> {
      const service = answeringClient(() => ({ id: "a", name: "Acme" }));
      const rig = runRig({ client: () => service.client });
      const ready = { kind: "ready", connection: { ...connection, sandbox: true }, balance: 5, balanceAt: 0 };
      const account = {
        current: { kind: "noConnection" } as object,
        refresh: async () => (account.current = ready),
        refreshBalance: async () => undefined,
        whenChecked: async () => undefined,
        hasStored: async () => false,
      };
      let isAsked = false;
      answers.set("createQuickPick", (box: ShownBox & { readonly title: string }) => {
        if (box.title !== "Connection") {
          return staysOpen;
        }
        isAsked = true;
        boxes()[0]?.hide();
        return isConnected ? box.items.find(({ label }) => label.includes("Sandbox")) : undefined;
      });
      const access = { clientOf: async () => service.client };
      const own = personApp(rig, { ask: () => assert.fail("not asked") });
      const app = createWindowApp(account as never, access as never, own);
      const deps = { app, account, log: assert.fail };
      const closed = new LookupBox("company", deps as never, async () => assert.fail()).open("acme.example");
      while (!isAsked || shownBox().busy) {
        await setImmediate();
      }
      return { asked: service.asked.length, closed };
    }

    it("continues the lookup in the box, which is shown again", async () => {
      const { asked, closed } = await lookUp(true);
      assert.deepEqual([asked, boxes().length, boxes()[0] === shownBox()], [1, 3, true]);
      shownBox().hide();
      await closed;
    });

    it("keeps the typed text and does not look it up when no connection is selected", async () => {
      const { asked, closed } = await lookUp(false);
      assert.deepEqual([asked, boxes().length, boxes()[0] === shownBox()], [0, 3, true]);
      assert.match(shownBox().items[0]?.label ?? "", /acme\.example/);
      shownBox().hide();
      await closed;
    });
  });
});

// The notification at the end of a run: shown where the user would not know otherwise.
import assert from "node:assert/strict";
import type { RunSummary, StopReason } from "../../../src/runs/run";
import { showStopNotice } from "../../../src/workbench/running/stopNotice";
import { useVscode } from "../../support/vscode";
import { runSummary } from "../runs/runSummary";

const summary = (stop: StopReason): RunSummary =>
  runSummary({
    header: { id: "r", title: "Fintech", limits: { records: 25 } },
    ...{ records: 25, returned: 25, credits: 100, lastTotal: 25, stop },
  });

describe("the notification at the end of a run", function () {
  const vscode = useVscode();

  async function shown(stop: StopReason, tab: "visible" | "open" | "closed" = "closed"): Promise<readonly string[]> {
    const texts: string[] = [];
    for (const kind of ["showInformationMessage", "showWarningMessage"] as const) {
      vscode.answers.set(kind, async (text: string) => void texts.push(`${kind}: ${text}`));
    }
    await showStopNotice(summary(stop), tab, 1);
    return texts;
  }

  it("is not shown when everything was fetched at the agreed price", async () => {
    assert.deepEqual(await shown({ kind: "complete" }), []);
    assert.deepEqual(await shown({ kind: "limitReached" }), []);
  });

  it("warns when more was charged than agreed, although everything was fetched", async () => {
    const overrun = { of: "agreed", allowed: 25, charged: 100, price: { before: 1, now: 4 } } as const;
    assert.deepEqual(await shown({ kind: "complete", overrun }), [
      "showWarningMessage: Fintech: Complete. The service charged 100 credits, more than the 25 you agreed to. " +
        "The price rose from 1 to 4 credits per record. All 25 matching records fetched.",
    ]);
    assert.deepEqual(await shown({ kind: "complete", overrun }, "visible"), [], "its page says it");
  });

  it("accepts a list that ended early as complete", async () => {
    vscode.answers.set("showInformationMessage", (_text: string, ...buttons: readonly string[]) => buttons[1]);
    assert.equal(await showStopNotice(summary({ kind: "endedEarly" }), "closed", 1), "acceptEnd");
  });

  it("says why a run stopped, but not what the user has just done in an open tab", async () => {
    assert.match((await shown({ kind: "cancelled" })).join(), /^showInformationMessage: Fintech: Canceled\. /u);
    assert.deepEqual(await shown({ kind: "cancelled" }, "open"), []);
    assert.match(
      (await shown({ kind: "offline", message: "No reply." }, "open")).join(),
      /^showWarningMessage: Fintech: Offline\. No reply\. /u,
    );
  });
});

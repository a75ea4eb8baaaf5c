// What agrees when a run continues in a window: credits agree to a sum, and never to an unknown cost or to a page that
// may be charged twice.
import assert from "node:assert/strict";
import type { RunSummary, StopReason } from "../../../src/runs/run";
import type * as BudgetModule from "../../../src/runs/budget";
import type * as ContinueModule from "../../../src/workbench/running/continueRun";
import { connection, testClock } from "../runs/runRig";
import { searchRun } from "../runs/searchRun";
import { newFolder, openTestStore, removeFolders } from "../store/rig";
import { importWithVscode } from "../workbench/bundleWithVscode";
import { createScriptedVscode } from "../workbench/scriptedVscode";

type Product = typeof ContinueModule & typeof BudgetModule;

interface Dialog {
  readonly text: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

describe("continuing a run in a window", function () {
  this.timeout(60_000);
  const vscode = createScriptedVscode();
  const clock = testClock();
  let product: Product;
  let opened: ReturnType<typeof openTestStore>;
  before(async () => {
    const files = ["src/workbench/running/continueRun.ts", "src/runs/budget.ts"];
    product = (await importWithVscode(files, newFolder(), vscode.api)) as Product;
  });
  after(removeFolders);
  beforeEach(() => {
    vscode.shown.length = 0;
    vscode.answers.clear();
    opened = openTestStore({ now: clock.now });
  });
  afterEach(() => opened.close());

  const dialogs = (): readonly Dialog[] =>
    vscode.shown
      .filter(({ what }) => what === "showWarningMessage")
      .map(({ args: [text, options, ...buttons] }) => ({
        text: String(text),
        detail: (options as { readonly detail: string }).detail,
        buttons: buttons.map(String),
      }));
  const stoppedWith = (stop: StopReason): RunSummary =>
    searchRun(
      { task: { kind: "peopleSearch", filters: {} }, recordKind: "person", limits: { records: 250 } },
      { credits: 0, stop },
    );
  const go = (stop: StopReason, agreed?: number): ReturnType<Product["askToContinue"]> => {
    const ready = {
      kind: "ready",
      connection: { ...connection, sandbox: false },
      balance: 900,
      balanceAt: clock.now(),
    };
    const budgets = new product.Budgets({ calls: opened.store.calls, clock, confirmAbove: () => 1_000 });
    const deps = { account: { current: ready }, budgets, clock } as unknown as ContinueModule.ContinueDeps;
    return product.askToContinue(deps, stoppedWith(stop), { agreed });
  };

  it("agrees to a sum with the button that names it, and asks nothing more", async () => {
    const agreed = await go({ kind: "budgetUsedUp", agreed: 100 }, 150);
    assert.deepEqual([agreed?.budget.agreed, agreed?.budget.acceptsUnknownCosts, dialogs()], [150, false, []]);
  });

  it("does not agree to an unknown cost with that button: a question says so, and its button, too", async () => {
    assert.equal(await go({ kind: "costUnknown" }, 150), undefined);
    const [dialog] = dialogs();
    assert.match(dialog?.text ?? "", /^Continue .* at an unknown cost\?$/);
    assert.deepEqual(dialog?.buttons, ["Continue at an Unknown Cost"]);
    assert.match(dialog?.detail ?? "", /This fetches up to 150 records at an unknown cost where/);
    assert.doesNotMatch(dialog?.detail ?? "", /asks again before|can cost more/);
    vscode.answers.set("showWarningMessage", () => "Continue at an Unknown Cost");
    assert.equal((await go({ kind: "costUnknown" }))?.budget.acceptsUnknownCosts, true);
  });

  it("does not agree to a page that may be charged twice with that button: the question names it", async () => {
    assert.equal(await go({ kind: "ambiguous", message: "Lost." }, 150), undefined);
    assert.match(dialogs()[0]?.detail ?? "", /A page of up to 100 records was sent and not answered\./);
    vscode.answers.set("showWarningMessage", () => "Resume");
    const agreed = await go({ kind: "interrupted", requestInFlight: true });
    assert.equal(agreed?.budget.acceptsUnknownCosts, false);
    assert.equal(dialogs().length, 2);
  });

  it("agrees to no unknown cost by typing a credit limit", async () => {
    vscode.answers.set("showInputBox", () => "500");
    const agreed = await go({ kind: "creditLimit", limit: 100 });
    assert.deepEqual([agreed?.limits.credits, agreed?.budget.acceptsUnknownCosts, dialogs()], [500, false, []]);
  });

  it("promises the bound for a page where the cost is known", async () => {
    vscode.answers.set("showWarningMessage", () => "Continue");
    await go({ kind: "budgetUsedUp", agreed: 100 });
    assert.match(
      dialogs()[0]?.detail ?? "",
      /before it spends more than 150 credits\.\nOnly the page in flight when the price rises can cost more\./,
    );
  });
});

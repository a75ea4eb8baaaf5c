// A watch in a window: its button refreshes it, and what changed is shown as results that can be marked as handled.
import { connectTo } from "./connectTo";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { serveForTest, type ServiceUnderTest } from "./serviceUnderTest";
import { sharedWindow } from "./sharedWindow";
import { assertSoon } from "./soon";
import { changeStored } from "./storedData";
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const key = "watch-key-93f6bb1cf2e84a0a95d21c2a6b2b7a10";

describe("a watch", () => {
  let service: ServiceUnderTest;
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let results: ResultsView;

  before(async () => {
    service = await serveForTest([{ key, workspaceId: "workspace-of-the-watch", balance: 20_000 }]);
    const ids = Array.from({ length: 80 }, (_, nth) => `p${String(nth).padStart(7, "0")}`);
    ({ host, window } = await sharedWindow({
      "Team.watch.json": JSON.stringify({ records: { ids }, budget: 60, news: ["company", "gone"] }),
    }));
    results = new ResultsView(window);
    await connectTo(window, service.origin, key, "20,000 credits");
  });
  after(() => service.stop());
  picturesOfFailures(() => window);

  it("is refreshed by its button, and shows what changed with the values before", async () => {
    await window.openFile("Team.watch.json");
    await window.editorAction("Refresh Watch").click();
    await window.notifications.message("Nothing has changed.");
    await window.notifications.dismissAll();
    service.sandbox.setMonth(9);
    changeStored(host, "update page set received_at = 0");
    changeStored(host, "update run set updated_at = 0");
    await window.editorAction("Refresh Watch").click();
    await window.tab("News: Team").and(window.page.locator(".active")).waitFor();
    await results.frame.getByRole("heading", { name: "News: Team" }).waitFor();
    const change = await results.cell(1, "Change");
    await assertSoon(async () => /^(New company|Left company|Gone)/u.test(await change.innerText()), true);
    await window.screenshot("watches news");
    await results.grid.getByText("New company").first().dblclick();
    await results.details.getByRole("heading", { name: "History" }).waitFor();
    await results.details.getByRole("button", { name: "Seen in Team" }).first().click();
    await window.tab("Team").and(window.page.locator(".active")).waitFor();
    await window.tab("News: Team").click();
  });

  it("has news that are marked as handled, and open again", async () => {
    const handled = async (): Promise<string> => (await results.cell(1, "Handled")).innerText();
    await assertSoon(handled, "–");
    await window.editorAction("Mark News as Handled").click();
    await assertSoon(handled, "yes");
    await window.editorAction("Mark News as Handled").click();
    await assertSoon(handled, "–");
  });
});

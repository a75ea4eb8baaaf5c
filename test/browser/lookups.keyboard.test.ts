// Look-ups, batches and enrichments by keyboard alone, on the packaged and installed extension.
import assert from "node:assert/strict";
import type { Company } from "../../src/service/recordSchemas";
import { sandboxRecords } from "./expectedFiles";
import { picturesOfFailures } from "./picturesOfFailures";
import { ResultsView } from "./resultsView";
import { sharedWindow } from "./sharedWindow";
import { storedRows } from "./storedData";
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

describe("look-ups by keyboard", () => {
  let host: WorkbenchHost;
  let window: WorkbenchPage;
  let companies: readonly Company[];
  let webinarEnded: Promise<unknown>;

  const domainOf = (nth: number): string => companies[nth]?.domain ?? "";
  const nameOf = (nth: number): string => companies[nth]?.name ?? "";

  before(async () => {
    const found = await sandboxRecords("companies", {}, 50);
    companies = found.filter(
      ({ domain }, nth) =>
        typeof domain === "string" && domain !== "" && found.findIndex((other) => other.domain === domain) === nth,
    );
    const rows = [3, 4, 5, 6, 7, 8, 3].map(
      (nth) => `"${nameOf(nth).replaceAll('"', '""')}";https://www.${domainOf(nth)}/about;ä`,
    );
    ({ host, window } = await sharedWindow({
      "note.md": `See https://www.${domainOf(0)}/jobs?utm_source=x for more.\n`,
      "lines.txt": `${domainOf(1)}\n${domainOf(2)}\nnobody-knows-this.example\n`,
      "accounts.csv": `\ufeffFirma;Webseite;Notiz\r\n${rows.join("\r\n")}\r\n;;leer\r\n`,
    }));
    await window.runCommand("Prospect Desk: Use the Sandbox");
    await window.statusItems().filter({ hasText: "sandbox credits" }).waitFor();
  });
  picturesOfFailures(() => window);

  const inTitle = (text: string | RegExp): Promise<void> => window.quickInput.title.filter({ hasText: text }).waitFor();

  /** Opens the explorer's context menu on a file and looks up its rows. */
  async function lookUpRowsOf(file: string): Promise<void> {
    await window.openFile(file);
    await window.runCommand("File: Reveal Active File in Explorer View");
    await window.page
      .locator(".explorer-folders-view .monaco-list:focus-within .monaco-list-row.focused", { hasText: file })
      .waitFor();
    await window.press("Shift+F10");
    await window.contextMenu(undefined, "Look Up Every Row of a CSV File…");
  }

  it("tracks enrichments and notifies about one that has finished", async () => {
    await window.runCommand("Prospect Desk: Track Enrichment…");
    await window.quickInput.type("enr-demo-finished enr-demo-in-progress-400");
    await window.quickInput.accept();
    await window.notifications.message(/Conference visitors has finished\. \d+ of 25 enriched/, 30_000);
    await window.notifications.dismissAll();
    await window.runCommand("Prospect Desk: Focus on Enrichments View");
    await window.view("Enrichments").rows.filter({ hasText: "in progress" }).waitFor();
    // It takes half a minute, during which the next tests run.
    webinarEnded = window.notifications.message(/Webinar guests has finished\. \d+ of 10 enriched/, 90_000);
    webinarEnded.catch(() => undefined);
  });

  it("shows the parsed question while typing, answers in the same place and copies a value", async () => {
    await window.runCommand("Prospect Desk: Look Up…");
    await window.quickInput.type(`https://www.${domainOf(0)}/about?utm_source=x`);
    await window.quickInput.entry(`Company ${domainOf(0)}`).waitFor();
    await window.quickInput.accept();
    await inTitle(new RegExp(`^${nameOf(0)}$`));
    await window.quickInput.type("Domain");
    await window.quickInput.acceptFocused(domainOf(0));
    await window.page.waitForFunction(
      (text) => navigator.clipboard.readText().then((now) => now === text),
      domainOf(0),
    );
    await window.quickInput.cancel();
  });

  /** Takes the first company that the box proposes, until it is shown. */
  const acceptCompany = async (): Promise<void> => {
    await window.quickInput
      .entry(`Company ${domainOf(0)}`)
      .first()
      .waitFor();
    await window.quickInput.accept();
    await inTitle(new RegExp(`^${nameOf(0)}$`));
  };

  it("adds the record of an answer to a list, shows its details, and answers from the grid", async () => {
    const results = new ResultsView(window);
    const lookUp = async (): Promise<void> => {
      await window.runCommand("Prospect Desk: Look Up…");
      await window.quickInput.type(domainOf(0));
      await acceptCompany();
    };
    await lookUp();
    await window.press("Control+d");
    await inTitle("New list");
    await window.quickInput.answer("Prospects");
    await window.notifications.message("1 record added to Prospects.");
    await lookUp();
    await window.quickInput.chooseWithKeyboard("Open Details");
    await results.details.getByRole("heading", { name: nameOf(0), exact: true }).waitFor();
    await window.press("Escape");
    await results.grid.locator("[tabindex='0']:focus").waitFor();
    await window.press("Control+k", "l");
    await inTitle(new RegExp(`^${nameOf(0)}$`));
    await window.quickInput.cancel();
  });

  it("suggests the word at the cursor, answers from the saved records, and inserts the record as JSON", async () => {
    await window.openFile("note.md");
    await window.waitForEditorFocus("See https");
    await window.press(...Array.from({ length: 8 }, () => "ArrowRight"));
    await window.page.locator(".part.statusbar .statusbar-item", { hasText: "Ln 1, Col 9" }).waitFor();
    await window.runCommand("Prospect Desk: Look Up…");
    await acceptCompany();
    assert.match(await window.quickInput.box.locator(".quick-input-list").innerText(), /, free/);
    await window.quickInput.type("Insert as JSON");
    await window.quickInput.acceptFocused("Insert as JSON");
    await window.quickInput.waitUntilClosed();
    await window.waitForDirty("note.md", true);
    await window.press("Control+s");
    await window.waitForDirty("note.md", false);
    assert.ok(host.readFile("note.md").includes(`"domain": "${domainOf(0)}"`));
  });

  it("shows that there is no match and its cost, and offers lookups of the kind that found something", async () => {
    await window.runCommand("Prospect Desk: Look Up…");
    await window.quickInput.type("Nemo Niemand @ nobody-knows-this.example");
    await window.quickInput.entry("Nemo Niemand at nobody-knows-this.example").waitFor();
    await window.quickInput.accept();
    await window.quickInput.entry("No match").waitFor();
    assert.match((await window.quickInput.list())[0]?.description ?? "", /just now, for free/);
    await window.quickInput.cancel();
    await window.runCommand("Prospect Desk: Look Up…");
    await window.quickInput
      .entry(`Company ${domainOf(0)}`)
      .first()
      .waitFor();
    assert.ok(!(await window.quickInput.list()).some(({ label }) => label.includes("Nemo")));
    await window.quickInput.cancel();
  });

  it("looks up what was typed last, also when Enter follows at once, and finds people at that company", async () => {
    await window.runCommand("Prospect Desk: Look Up…");
    await window.quickInput.type(domainOf(0));
    await window.quickInput.accept();
    await inTitle(new RegExp(`^${nameOf(0)}$`));
    await window.quickInput.type("Find People Here");
    await window.quickInput.acceptFocused("Find People Here");
    await window.waitForFocus("Add a filter");
  });

  it("makes a batch of several selected lines", async () => {
    await window.openFile("lines.txt");
    await window.waitForEditorFocus("nobody-knows-this.example");
    await window.press("Control+a");
    await window.page.locator(".part.statusbar .statusbar-item", { hasText: /selected/ }).waitFor();
    await window.openBox("Prospect Desk: Look Up Selection");
    await window.quickInput.acceptFocused("Companies");
    await window.notifications.message(/3 rows: 2 found, 1 no match/, 60_000);
    await window.waitForDirty("Looked up.csv", true);
    await window.waitForEditorFocus("Line,Name,Domain");
    await window.press("Control+s");
    await window.waitForDirty("Looked up.csv", false);
    assert.match(host.readFile("Looked up.csv"), /^Line,Name,Domain,.*\n[^,]+,.*,found\n/);
  });

  it("looks up every row of a CSV file and keeps its cells", async () => {
    await lookUpRowsOf("accounts.csv");
    await window.quickInput.acceptFocused("Companies");
    await inTitle("Map columns");
    await window.quickInput.acceptFocused("Continue");
    await inTitle("Which columns do you want to append?");
    await window.quickInput.accept();
    await window.notifications.message(/8 rows: 7 found, 1 skipped/, 60_000);
    const before = host.readFile("accounts.csv").split("\r\n");
    const after = host.readFile("accounts (looked up).csv").split("\r\n");
    assert.equal(after.length, before.length);
    // Only quotes that no cell needs may go.
    const plain = (line = ""): string => line.replaceAll('"', "");
    assert.deepEqual(
      after.filter((line, nth) => !plain(line).startsWith(plain(before[nth]))),
      [],
    );
    assert.ok(after[0]?.startsWith("\ufeffFirma;Webseite;Notiz;Name;Domain;"));
    assert.ok(after[1]?.includes(`;${domainOf(3)};`) && after[1].endsWith(";found"));
  });

  it("notifies about each enrichment once, and opens contacts", async () => {
    await webinarEnded;
    assert.deepEqual(
      (await window.notifications.messages()).filter((text) => text.includes("Conference visitors")),
      [],
    );
    await window.openBox("Prospect Desk: Open Contacts");
    await window.quickInput.type("Conference");
    await window.quickInput.acceptFocused("Conference visitors");
    const results = new ResultsView(window);
    await results.waitForStatus("25 records");
    await window.waitForPageFocus();
    await window.tabTo("Mobile phone");
    await window.press("Enter");
    await results.waitForStatus(/\d+ of 25 shown/);
    const kept = storedRows<{ readonly state: string }>(
      host,
      "select entry ->> '$.state.kind' as state from enrichment",
    );
    assert.deepEqual(
      kept.map(({ state }) => state),
      ["ended", "ended"],
    );
  });
});

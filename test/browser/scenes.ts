// The scenes of the screenshots. To add one: append an entry whose `play` brings the window to what is to be seen.
import { readFileSync } from "node:fs";
import path from "node:path";
import { exampleWorkspace } from "../host/paths.mjs";
import { FilterBuilderView } from "./filterBuilderView";
import { ResultsView } from "./resultsView";
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

export interface Scene {
  /** The file's name, in lower case with dashes. */
  readonly name: string;
  /** The workspace's files; without them the scene has the example workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** Each scene starts in a VS Code of its own, in the theme asked for, 1600 pixels wide. */
  play(window: WorkbenchPage, host: WorkbenchHost): Promise<void>;
  /** What to do after the window was resized, if anything. */
  resized?(window: WorkbenchPage, width: number): Promise<void>;
}

/** Has enough matches to fill a grid. */
const wide = "Software houses in Europe";
const wideSearch = {
  search: "company",
  filters: {
    industries: [
      { value: "Software Development" },
      { value: "IT Services" },
      { value: "Computer & Network Security" },
      { value: "Internet", exclude: true },
    ],
    headquarters_locations: [
      { value: "Germany" },
      { value: "France" },
      { value: "Netherlands" },
      { value: "Spain" },
      { value: "Italy" },
      { value: "Berlin", exclude: true },
    ],
    headcounts: [{ min: 11 }],
  },
  fetch: { records: 200 },
};

/** The example workspace's own search. */
const software = "Software companies in Europe";

const people = JSON.stringify(
  {
    search: "people",
    filters: {
      current_position_seniority_level: [{ value: "VP" }, { value: "Director" }, { value: "Head", exact_match: true }],
      current_position_job_functions: [{ value: "Engineering" }],
      person_locations: [{ value: "Germany" }, { value: "Austria" }, { value: "Berlin", exclude: true }],
      current_company_headcounts: [{ min: 51, max: 1000 }],
      current_company_domains: [{ value: "contoso.example", exclude: true, exact_match: true }],
    },
    fetch: { records: 200 },
  },
  undefined,
  2,
);

const files = {
  [`${software}.prospect.json`]: readFileSync(
    path.join(exampleWorkspace, "searches", `${software}.prospect.json`),
    "utf8",
  ),
  [`${wide}.prospect.json`]: JSON.stringify(wideSearch, undefined, 2),
  "Engineering leaders in DACH.prospect.json": people,
  "Public companies founded since 2015.prospect.json": JSON.stringify({
    search: "company",
    filters: { types: [{ value: "Public Company" }], founded_years: [{ min: 2015 }] },
  }),
};

async function begin(window: WorkbenchPage): Promise<void> {
  await window.openContainer("Prospect Desk");
  await window.runCommand("Prospect Desk: Use the Sandbox");
  await window.statusItems().filter({ hasText: "sandbox credits" }).waitFor();
}

async function openSearch(window: WorkbenchPage, name: string): Promise<FilterBuilderView> {
  await window.view("Searches").row(name).click();
  await window.tab(`${name}.prospect.json`).and(window.page.locator(".active")).waitFor();
  const builder = new FilterBuilderView(window);
  await builder.ready();
  return builder;
}

async function runSearch(window: WorkbenchPage, name: string): Promise<ResultsView> {
  const builder = await openSearch(window, name);
  await builder.button("Run").click();
  const results = new ResultsView(window);
  await results.frame.getByRole("button", { name: /^Export [\d,]+$/ }).waitFor();
  await results.waitForStatus(/Limit reached|Complete/);
  return results;
}

/** A narrow window has room for the editor only. */
async function withoutSideBar(window: WorkbenchPage, width: number): Promise<void> {
  if (width < 800) {
    await window.press("Control+b");
    await window.page.locator(".part.sidebar").waitFor({ state: "hidden" });
  }
}

export const scenes: readonly Scene[] = [
  {
    name: "first-start",
    play: async (window) => {
      await window.openContainer("Prospect Desk");
      await window.view("Searches").expand();
    },
  },
  {
    name: "builder",
    files,
    play: async (window) => {
      await begin(window);
      await openSearch(window, "Engineering leaders in DACH");
    },
    resized: withoutSideBar,
  },
  {
    name: "builder-empty",
    files,
    play: async (window) => {
      await begin(window);
      await window.runCommand("Prospect Desk: New People Search");
      await new FilterBuilderView(window).ready();
    },
    resized: withoutSideBar,
  },
  {
    name: "builder-broken",
    files: {
      "Broken.prospect.json":
        '{\n  "search": "company",\n  "filters": {\n    "industries": [{ "value": "Banking" ]\n  }\n}\n',
    },
    play: async (window) => {
      await begin(window);
      await window.view("Searches").row("Broken").click();
      await window.webviewFrame().getByRole("alert").waitFor();
    },
    resized: withoutSideBar,
  },
  {
    name: "results",
    files,
    play: async (window) => {
      await begin(window);
      const results = await runSearch(window, wide);
      await (await results.cell(4, "Name")).dblclick();
      await results.details.getByRole("heading", { name: "Headquarters" }).waitFor();
    },
    resized: withoutSideBar,
  },
  {
    name: "results-people",
    files,
    play: async (window) => {
      await begin(window);
      const results = await runSearch(window, "Engineering leaders in DACH");
      await (await results.cell(2, "Name")).dblclick();
      await results.details.getByRole("heading", { name: "Career" }).waitFor();
    },
    resized: withoutSideBar,
  },
  {
    name: "results-summary",
    files,
    play: async (window) => {
      await begin(window);
      const results = await runSearch(window, wide);
      await results.frame.getByRole("tab", { name: "Summary" }).click();
      await results.frame.locator("prospect-summary").getByRole("heading").first().waitFor();
    },
    resized: withoutSideBar,
  },
  {
    name: "results-contacts",
    files,
    play: async (window) => {
      await begin(window);
      await window.runCommand("Prospect Desk: Track Enrichment…");
      await window.quickInput.type("enr-demo-finished");
      await window.quickInput.accept();
      await window.notifications.message(/Conference visitors has finished/, 30_000);
      await window.notifications.dismissAll();
      await window.runCommand("Prospect Desk: Open Contacts");
      await window.quickInput.choose("Conference visitors");
      const results = new ResultsView(window);
      await results.waitForStatus("25 records");
      await results.cell(1, "Personal email");
    },
    resized: withoutSideBar,
  },
  {
    name: "nothing-found",
    files: {
      "Nowhere.prospect.json":
        '{\n  "search": "company",\n  "filters": {\n    "industries": [{ "value": "Softwar Development" }]\n  }\n}\n',
    },
    play: async (window) => {
      await begin(window);
      const builder = await openSearch(window, "Nowhere");
      await builder.button("Count (buys 1 record)").click();
      await builder.frame.getByRole("heading", { name: "No matches" }).waitFor();
    },
    resized: withoutSideBar,
  },
  {
    name: "export",
    files,
    play: async (window) => {
      await begin(window);
      const results = await runSearch(window, wide);
      await results.frame.getByRole("button", { name: /^Export [\d,]+$/ }).click();
      await window.quickInput.title.filter({ hasText: "format" }).waitFor();
    },
  },
  {
    name: "tree",
    files,
    play: async (window) => {
      await begin(window);
      await runSearch(window, "Public companies founded since 2015");
      await runSearch(window, "Engineering leaders in DACH");
      await openSearch(window, software);
      await window.runCommand("Prospect Desk: Save to Personal Library");
      await window.quickInput.waitForValue(software);
      await window.quickInput.answer("European software");
      await window.view("Searches").row("European software").waitFor();
    },
  },
  {
    name: "credit-usage",
    files,
    play: async (window) => {
      await begin(window);
      await runSearch(window, "Public companies founded since 2015");
      await runSearch(window, "Engineering leaders in DACH");
      await runSearch(window, software);
      await window.runCommand("Prospect Desk: Show Credit Usage");
      await window.webviewFrame().getByText(software).first().waitFor();
    },
    resized: withoutSideBar,
  },
  {
    name: "connect",
    files,
    play: async (window) => {
      await window.openContainer("Prospect Desk");
      await window.runCommand("Prospect Desk: Connect…");
      await window.quickInput.title.filter({ hasText: "1 of 2" }).waitFor();
      await window.quickInput.type("http://api.service.example");
      await window.quickInput.waitForMessage("must begin with https://");
    },
  },
  {
    name: "window",
    files,
    play: async (window) => {
      await begin(window);
      await runSearch(window, "Public companies founded since 2015");
      await runSearch(window, "Engineering leaders in DACH");
      await window.runCommand("View: Close All Editors");
      await runSearch(window, wide);
      await window.runCommand("View: Move Editor into Right Group");
      await window.page.locator("iframe.webview.ready:visible").nth(1).waitFor();
      await window.notifications.dismissAll();
    },
  },
];

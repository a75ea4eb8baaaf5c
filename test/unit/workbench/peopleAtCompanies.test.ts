// "Find People at Companies" in the whole extension: a file is read, a search chosen and run.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { Uri } from "vscode";
import { newSearchText } from "../../../src/searches/searchEdits";
import { commandIds } from "../../../src/workbench/commandIds";
import { until } from "../../support/until";
import { ExtensionRig, type WholeExtension } from "../../support/wholeExtension";

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

describe("Find People at Companies", function () {
  const rig = new ExtensionRig({ one: "all" });
  const { answers, commands, documents, shown, workspace } = rig.vscode;
  const search = Uri.parse("untitled:/w/Engineers.prospect.json");
  let file: string;
  const written: string[] = [];
  let extension: WholeExtension;

  before(async () => {
    file = path.join(rig.folder, "targets.csv");
    extension = await rig.start();
    const openTextDocument = workspace["openTextDocument"] as (given: unknown) => Promise<unknown>;
    workspace["openTextDocument"] = async (given: unknown) => {
      if (given instanceof Uri) {
        return openTextDocument(given);
      }
      written.push((given as { readonly content: string }).content);
      return {};
    };
    await commands.get(commandIds.useSandbox)?.();
    const companies = Uri.file("/w/Companies.prospect.json");
    documents.set(companies.toString(), newSearchText("company", {}));
    answers.set("showWarningMessage", (...args: unknown[]) => args.at(-1)); // it has no filters
    await commands.get(commandIds.runSearch)?.(companies);
    await until(() => extension.query("select 1 from run where stop is not null").length === 1);
    const domains = extension
      .query("select distinct company_domain as d from people union select domain from companies limit 40")
      .map(({ d }) => String(d));
    fs.writeFileSync(
      file,
      [
        "Account,Website",
        ...domains.slice(0, 20).map((domain, nth) => `Company ${nth},https://www.${domain}/about`),
        `Again,${domains[0]}`,
        "Nobody Inc,nobody-at-all.example",
        "No Domain Ltd,",
        "Profile Only,https://www.linkedin.com/company/profile-only",
        "",
      ].join("\n"),
    );
    setSearch(newSearchText("people", {}));
  });
  beforeEach(() => {
    written.length = 0;
  });

  function setSearch(text: string): void {
    documents.set(search.toString(), text);
    workspace["textDocuments"] = [{ uri: search, isUntitled: true, isClosed: false, getText: () => text }];
  }

  /** Answers the steps: each list by the label or the description of an item, each box by a text. */
  function answer(picks: readonly string[], numbers: readonly string[] = []): readonly (readonly Item[])[] {
    const seen: (readonly Item[])[] = [];
    const [nextPick, nextNumber] = [[...picks], [...numbers]];
    answers.set("createQuickPick", ({ items }: { readonly items: readonly Item[] }) => {
      seen.push(items);
      const label = nextPick.shift();
      return label && items.find((item) => item.label === label || item.description === label);
    });
    answers.set("createInputBox", () => nextNumber.shift());
    answers.set("showWarningMessage", (...args: unknown[]) => args.at(-1));
    return seen;
  }
  const messages = (what: string): readonly string[] =>
    shown.filter((one) => one.what === what).map(({ args }) => String(args[0]));
  const newest = (): Record<string, unknown> | undefined =>
    extension.query("select id, title, records, stop ->> '$.kind' as stop from run order by no desc limit 1")[0];

  it("reads a file, says what it did not understand, asks for nothing, and shows who has nobody", async () => {
    const seen = answer(["Website", "Continue", "Engineers", "All people who match"], ["5000"]);
    answers.set("showInformationMessage", (...args: unknown[]) => args[1]);
    await commands.get(commandIds.findPeopleAtCompanies)?.(Uri.file(file));
    await until(() => written.length === 1);

    const inList = "24 rows: 21 companies, 1 repeated, 1 with a profile address or ID but no domain, 1 not understood.";
    const [columns = [], preview = []] = seen;
    assert.equal(columns[0]?.label, "Website", "the column with domains is first");
    assert.equal(preview[0]?.description, inList);
    assert.ok(preview.some(({ label, detail }) => label === "Row 24: No Domain Ltd" && detail !== undefined));
    const profile = preview.find(({ label }) => label === "Row 25: Profile Only");
    assert.equal(profile?.detail, "People are found by the domain of the company, not by its profile address or ID.");
    assert.deepEqual(messages("showWarningMessage"), [], "the sandbox's credits are worth nothing");
    const run = newest();
    assert.deepEqual([run?.["title"], run?.["stop"]], ["Engineers at targets.csv", "complete"]);
    assert.ok(Number(run?.["records"]) > 20);
    const text = messages("showInformationMessage").find((one) => one.startsWith("Engineers at targets.csv")) ?? "";
    assert.match(text, /: Companies with people: \d+\. Companies without people: \d+\.$/);
    assert.match(written[0] ?? "", /^Company row,Company in list,Domain\n/);
    assert.ok((written[0] ?? "").includes("\n23,Nobody Inc,nobody-at-all.example\n"));
  });

  it("runs a new search at the companies from every door, and shows them until they are removed", async () => {
    answer(["Website", "Continue", "New People Search…", "At most so many per company…"], ["2"]);
    await commands.get(commandIds.findPeopleAtCompanies)?.(Uri.file(file));
    const opened = shown.find(({ what }) => what === "vscode.openWith")?.args[0];
    assert.ok(opened instanceof Uri);
    documents.set(opened.toString(), newSearchText("people", { person_locations: [{ value: "Germany" }] }));
    await commands.get(commandIds.runSearch)?.(opened);
    await until(() => newest()?.["stop"] !== null && String(newest()?.["title"]).endsWith(" at targets.csv"));
    assert.deepEqual(
      extension.query("select count(*) as n from run_row where run_no = (select max(no) from run)")[0]?.["n"],
      21,
    );
  });

  it("takes the companies of results, with at most so many people for each", async () => {
    const [companies] = extension.query("select id from run where record_kind = 'company'");
    answer(["Continue", "Engineers", "At most so many per company…"], ["1", "15"]);
    await commands.get(commandIds.findPeopleAtCompanies)?.({ run: { header: { id: companies?.["id"] } } });
    await until(() => newest()?.["stop"] !== null);
    const run = newest();
    assert.deepEqual([run?.["title"], run?.["records"]], ["Engineers at Companies", 15]);
    assert.deepEqual(
      extension.query("select max(returned) as most from run_row where run_no = (select max(no) from run)")[0]?.[
        "most"
      ],
      1,
    );
  });

  it("does not take people for companies", async () => {
    const [people] = extension.query("select id from run where record_kind = 'person'");
    await commands.get(commandIds.findPeopleAtCompanies)?.({ run: { header: { id: people?.["id"] } } });
    assert.ok(messages("showInformationMessage").some((text) => text.endsWith("has no companies.")));
  });

  it("runs nothing with a search that names companies itself", async () => {
    const before = newest()?.["id"];
    const values = { current_company_domains: [{ value: "acme.example" }] };
    setSearch(newSearchText("people", values));
    // It is named after its filters.
    answer(["Website", "Continue", "not saved yet"]);
    await commands.get(commandIds.findPeopleAtCompanies)?.(Uri.file(file));
    const [message, ...more] = messages("showErrorMessage");
    assert.match(
      message ?? "",
      / has a filter for the domain of the current company\. Remove this filter, then try again\.$/,
    );
    assert.deepEqual(more, []);
    assert.equal(newest()?.["id"], before);
    setSearch(newSearchText("people", {}));
  });

  describe("New Search for These Records", () => {
    const opened = () => {
      const edit = shown.find(({ what }) => what === "applyEdit")?.args[0] as { readonly inserted: string } | undefined;
      return edit && (JSON.parse(edit.inserted) as { search: string; filters: Record<string, readonly object[]> });
    };

    it("opens a search with the ids of a run's records", async () => {
      const [people] = extension.query("select id, no, records from run where record_kind = 'person'");
      await commands.get(commandIds.newSearchForRecords)?.({ run: { header: { id: people?.["id"] } } });
      const { search = "", filters = {} } = opened() ?? {};
      assert.deepEqual([search, Object.keys(filters)], ["people", ["person_ids"]]);
      assert.deepEqual(
        filters["person_ids"],
        extension
          .query(`select id from people where run_id = '${String(people?.["id"])}' order by row`)
          .map(({ id }) => ({ value: id, exact_match: true })),
      );
    });

    it("asks before it takes the first of more than a search may name", async () => {
      fs.writeFileSync(file, `Company id\n${Array.from({ length: 1_100 }, (_, nth) => `c${nth}`).join("\n")}\n`);
      await commands.get(commandIds.newSearchForRecords)?.(Uri.file(file));
      assert.equal(opened(), undefined);
      assert.deepEqual(messages("showWarningMessage"), ["A search can name 1,000 records. targets.csv has 1,100."]);
      answers.set("showWarningMessage", (...args: unknown[]) => args.at(-1));
      await commands.get(commandIds.newSearchForRecords)?.(Uri.file(file));
      assert.equal(opened()?.filters["company_ids"]?.length, 1_000);
    });
  });
});

// The steps before a people search at companies: companies, search, and number of people.
import path from "node:path";
import { QuickPickItemKind, ThemeIcon, window, workspace, type QuickPickItem, type Uri } from "vscode";
import type { App } from "../../app/app";
import { companiesText } from "../../app/planSearch";
import { recordsByKey, withView } from "../../app/readRecords";
import type { RowSource } from "../../app/rowSource";
import { companyReference } from "../../records/companyReference";
import { companyField } from "../../runs/atCompanies";
import { defaultRecords, type SearchDocument } from "../../searches/searchDocument";
import {
  columnsByLikelihood,
  CompanyListReader,
  readCompanyLines,
  readCompanyTable,
  type CompanyList,
} from "../../tables/companyList";
import { openCsvTable, type CsvTable } from "../../tables/table";
import { countText } from "../../text/numbers";
import { continueText } from "../buttonTexts";
import type { DeskWork } from "../deskWork";
import { inOneDialog } from "../dialogSteps";
import { inputStep, typeWholeNumberAbove } from "../inputStep";
import { columnItem } from "../lookups/batchQuestions";
import { bytesOf } from "../lookups/tableFiles";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { newSearchDocument } from "../searchFiles/newSearchDocument";
import { readSearch } from "../searchFiles/searchFile";
import { searchNameOf } from "../searchFiles/searchFiles";

/** Finds people at the companies of a file: a table, or a text with one company per line. */
export async function findPeopleAtFile(uri: Uri, desk: DeskWork): Promise<void> {
  const name = path.posix.basename(uri.path);
  const isTable = [".csv", ".tsv"].includes(path.posix.extname(uri.path).toLowerCase());
  const read = async (): Promise<CompanyList | undefined> =>
    isTable ? readTable(uri, name) : readCompanyLines(await workspace.fs.readFile(uri));
  await findPeople(read, name, desk);
}

/** Finds people at the companies of these records. */
export const findPeopleAtRecords = (source: RowSource, desk: DeskWork): Promise<void> =>
  findPeople(() => readSource(source, desk.app), source.title, desk);

async function readTable(uri: Uri, name: string): Promise<CompanyList | undefined> {
  const table = await openCsvTable(bytesOf(uri.toString()));
  const column = await askColumn(table, name);
  return column === undefined ? undefined : readCompanyTable(table, column);
}

async function askColumn(table: CsvTable, name: string): Promise<number | undefined> {
  const items = columnsByLikelihood(table).map((column) => columnItem(table, column));
  const picked = await pickOne(items, {
    title: `Which column of ${safeText(name)} has the domains of the companies?`,
    placeholder: "Domains, web pages, or email addresses",
  });
  return picked?.column;
}

function readSource(source: RowSource, app: App): Promise<CompanyList> {
  const { store } = app;
  return withView(app, { source, order: { columns: [], now: 0 } }, async ({ view }) => {
    const reader = new CompanyListReader();
    let row = 0;
    for await (const record of recordsByKey(store, await store.views.keysAt(view))) {
      row += 1;
      const {
        domain = "",
        name = "",
        id,
        url,
      } = record === undefined ? {} : companyReference(source.recordKind, record);
      if (domain === "" && (id ?? url) !== undefined) {
        reader.addWithoutDomain(row, name);
      } else {
        reader.add(row, domain, name);
      }
    }
    return reader.list();
  });
}

async function findPeople(read: () => Promise<CompanyList | undefined>, name: string, desk: DeskWork): Promise<void> {
  const asked = await inOneDialog(async () => {
    const list = await read();
    const chosen = list !== undefined && (await confirmList(list, name)) ? await askSearch(desk) : undefined;
    const perCompany = chosen && (await askPerCompany());
    if (list === undefined || chosen === undefined || perCompany === undefined) {
      return undefined;
    }
    const mostPerCompany = perCompany === "all" ? undefined : perCompany;
    if (chosen === "new") {
      return { list, mostPerCompany, chosen };
    }
    const records = await askRecords(chosen.document.fetch.records ?? defaultRecords);
    return records === undefined ? undefined : { list, mostPerCompany, chosen, records };
  });
  if (asked === undefined) {
    return;
  }
  const { list, mostPerCompany } = asked;
  if (asked.chosen === "new") {
    // The filter builder shows the companies, and Run finds people there.
    const source = await newSearchDocument(desk.app.runs, "people");
    await desk.companiesOfSearches.set(source, { name, list, mostPerCompany });
  } else {
    const title = `${searchNameOf(asked.chosen.source)} at ${name}`;
    await desk.runner.runAtCompanies({ ...asked.chosen, mostPerCompany, records: asked.records, title, list });
  }
}

const shownRows = 5;
const shownProblems = 200;

/** Shows the parsed companies; false when the user cancels or there are none. */
async function confirmList(list: CompanyList, name: string): Promise<boolean> {
  const { companies, unusable } = list;
  const go = { label: continueText, iconPath: new ThemeIcon("arrow-right"), description: companiesText(list) };
  const rowText = (row: number): string => `Row ${countText(row)}`;
  const separator = (label: string): QuickPickItem => ({ label, kind: QuickPickItemKind.Separator });
  const problems = unusable.slice(0, shownProblems).map(({ row, entry, reason }): QuickPickItem => ({
    label: safeText(entry === "" ? rowText(row) : `${rowText(row)}: ${entry}`),
    detail: safeText(reason),
    iconPath: new ThemeIcon("circle-slash"),
  }));
  const items: QuickPickItem[] = [];
  if (companies.length > 0) {
    items.push(go, separator("First companies"));
  }
  items.push(
    ...companies.slice(0, shownRows).map(({ row, entry, domain }) => ({
      label: safeText(domain),
      description: safeText(entry === domain ? rowText(row) : `${rowText(row)}: ${entry}`),
      iconPath: new ThemeIcon("organization"),
    })),
  );
  if (problems.length > 0) {
    items.push(separator("Cannot be used"));
  }
  items.push(...problems);
  if (unusable.length > shownProblems) {
    items.push({ label: `${countText(unusable.length - shownProblems)} more` });
  }
  for (;;) {
    const picked = await pickOne(items, {
      title: `Companies in ${safeText(name)}`,
      placeholder:
        companies.length === 0 ? "No row has a domain, so there is nothing to search." : "Press Enter to continue.",
    });
    if (picked === undefined || picked === go) {
      return picked === go;
    }
  }
}

interface ChosenSearch {
  readonly source: Uri;
  readonly document: SearchDocument;
}

async function askSearch(desk: DeskWork): Promise<ChosenSearch | "new" | undefined> {
  const saved = (await desk.searchFiles.list()).filter(({ kind }) => kind === "people");
  const files = new Set(saved.map(({ uri }) => uri.toString()));
  const unsaved = workspace.textDocuments
    .filter(({ uri, isUntitled, isClosed }) => isUntitled && !isClosed && uri.path.endsWith(".prospect.json"))
    .filter(({ uri }) => !files.has(uri.toString()));
  const make = { label: "New People Search…", iconPath: new ThemeIcon("add"), uri: undefined };
  const items: readonly (QuickPickItem & { readonly uri: Uri | undefined })[] = [
    ...saved.map(({ uri, name, words }) => ({ label: safeText(name), detail: safeText(words), uri })),
    ...unsaved.map(({ uri }) => ({ label: safeText(searchNameOf(uri)), description: "not saved yet", uri })),
    make,
  ];
  const picked = await pickOne(items, {
    title: "Which people do you want to find there?",
    placeholder: "Select a people search. Its filters apply to the people at these companies.",
  });
  return picked === make ? "new" : picked?.uri && readChosen(picked.uri, desk);
}

async function readChosen(uri: Uri, { uncommittedInput }: DeskWork): Promise<ChosenSearch | undefined> {
  const document = await readSearch(uri, uncommittedInput.reasonsFor(uri));
  return document !== undefined && isUsable(document, uri) ? { source: uri, document } : undefined;
}

function isUsable({ search, filters }: SearchDocument, uri: Uri): boolean {
  const name = safeText(searchNameOf(uri));
  if (search !== "people") {
    void window.showErrorMessage(`${name} does not search for people.`);
    return false;
  }
  if ((filters[companyField] ?? []).length > 0) {
    void window.showErrorMessage(
      `${name} has a filter for the domain of the current company. Remove this filter, then try again.`,
    );
    return false;
  }
  return true;
}

async function askPerCompany(): Promise<number | "all" | undefined> {
  const all = { label: "All people who match" };
  const some = { label: "At most so many per company…" };
  const picked = await pickOne([all, some], { title: "How many people per company?" });
  return picked === some ? askNumber("At most how many people per company?", 3) : picked && "all";
}

const askRecords = (value: number): Promise<number | undefined> => askNumber("At most how many people in all?", value);

async function askNumber(title: string, value: number): Promise<number | undefined> {
  const fits = (text: string): boolean => /^[1-9]\d{0,6}$/u.test(text.trim());
  const typed = await inputStep({
    title,
    prompt: "The service charges for each person it returns.",
    value: String(value),
    problem: (text) => (fits(text) ? undefined : typeWholeNumberAbove(0)),
  });
  return typed === undefined ? undefined : Number(typed.trim());
}

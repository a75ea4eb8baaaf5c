// The commands that search for the records of a table, a list, or results: people at companies, or the records
// themselves.
import { window, workspace, type Uri } from "vscode";
import type { RowSource } from "../../app/rowSource";
import { companyRowColumns } from "../../records/extraColumns";
import { guardFormula } from "../../tables/formulaGuard";
import { csvPresets, lineWriter } from "../../tables/writer";
import { commandIds } from "../commandIds";
import { findPeopleAtFile, findPeopleAtRecords } from "../companies/companiesFlow";
import { newSearchForSource, newSearchForTable } from "../companies/newSearchForRecords";
import type { Desk } from "../desk";
import { askForTable } from "../lookups/tableFiles";
import { companiesWithoutPeople, noCompaniesText } from "../running/stopNotice";
import { safeText } from "../safeText";
import { targetCommand } from "../targets/commandTargets";
import { fileOrRecords } from "../targets/fileOrRecords";

export function companyCommands(desk: Desk) {
  const { app, targets } = desk;
  return {
    [commandIds.findPeopleAtCompanies]: targetCommand(
      (args) => companiesOf(args, desk),
      (from) => ("uri" in from ? findPeopleAtFile(from.uri, desk) : findPeopleAtRecords(from, desk)),
    ),
    [commandIds.newSearchForRecords]: targetCommand(
      (args) => fileOrRecords(args, desk, askNamedFile),
      (from) => ("uri" in from ? newSearchForTable(from.uri, app) : newSearchForSource(from, app)),
    ),
    [commandIds.showCompaniesWithoutPeople]: targetCommand(
      (args) => targets.results(args, "Show the companies without people of which run?"),
      async (run) => {
        const companies = await companiesWithoutPeople(app, run);
        const name = safeText(run.header.title);
        if (companies === undefined) {
          void window.showInformationMessage(`${name} did not search at a list of companies.`);
        } else if (companies.length === 0) {
          void window.showInformationMessage("Every company that was asked for has people.");
        } else {
          await showCompanies(companies);
        }
      },
    ),
  };
}

async function showCompanies(
  companies: readonly { readonly row: number; readonly entry: string; readonly domain: string }[],
): Promise<void> {
  const rows = [
    [...companyRowColumns.map(({ header }) => header), "Domain"],
    ...companies.map(({ row, entry, domain }) => [String(row), guardFormula(entry), guardFormula(domain)]),
  ];
  const line = lineWriter<readonly string[]>(3, (cells, column) => cells[column] ?? "", csvPresets.Plain);
  const document = await workspace.openTextDocument({ content: rows.map(line).join("") });
  await window.showTextDocument(document, { preview: false });
}

async function companiesOf(
  args: readonly unknown[],
  desk: Desk,
): Promise<{ readonly uri: Uri } | RowSource | undefined> {
  const found = await fileOrRecords(args, desk, askFile, "company");
  if (found !== undefined && "recordKind" in found && found.recordKind !== "company") {
    void window.showInformationMessage(noCompaniesText(found.title));
    return undefined;
  }
  return found;
}

const askFile = (): Promise<Uri | undefined> =>
  askForTable({
    title: "Find people at the companies in a file",
    files: { ["Tables and texts"]: ["csv", "tsv", "txt", "md"] },
  });

const askNamedFile = (): Promise<Uri | undefined> =>
  askForTable({
    title: "New search for the records in a file",
    files: { Tables: ["csv", "tsv"] },
  });

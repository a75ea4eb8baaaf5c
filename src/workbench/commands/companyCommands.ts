// The commands that find people at a list of companies.
import { window, workspace, type Uri } from "vscode";
import { onlyKeys, type RowSource } from "../../app/rowSource";
import { guardFormula } from "../../csv/formulaGuard";
import { csvPresets, lineWriter } from "../../csv/writer";
import { companyRowColumns } from "../../rows/besideColumns";
import { commandIds } from "../commandIds";
import { findPeopleAtFile, findPeopleAtRecords } from "../companies/companiesFlow";
import type { Desk } from "../desk";
import { askForTable } from "../lookups/tableFiles";
import { companiesWithoutPeople, noCompaniesText } from "../running/stopNotice";
import { safeText } from "../safeText";
import { targetCommand } from "../targets/commandTargets";

export function companyCommands(desk: Desk) {
  const { app, targets } = desk;
  return {
    [commandIds.findPeopleAtCompanies]: targetCommand(
      (args) => companiesOf(args, desk),
      (from) => ("uri" in from ? findPeopleAtFile(from.uri, desk) : findPeopleAtRecords(from, desk)),
    ),
    [commandIds.showCompaniesWithoutPeople]: targetCommand(targets.results, async (run) => {
      const companies = await companiesWithoutPeople(app, run);
      const name = safeText(run.header.title);
      if (companies === undefined) {
        void window.showInformationMessage(`${name} did not search at a list of companies.`);
      } else if (companies.length === 0) {
        void window.showInformationMessage("Every company that was asked for has people.");
      } else {
        await showCompanies(companies);
      }
    }),
  };
}

async function showCompanies(
  companies: readonly { readonly row: number; readonly entry: string; readonly domain: string }[],
): Promise<void> {
  // Files are data, so their headers are English in every display language.
  const rows = [
    [...companyRowColumns.map(({ header }) => header), "Domain"],
    ...companies.map(({ row, entry, domain }) => [String(row), guardFormula(entry), guardFormula(domain)]),
  ];
  const line = lineWriter<readonly string[]>(3, (cells, column) => cells[column] ?? "", csvPresets.Plain);
  const document = await workspace.openTextDocument({ content: rows.map(line).join("") });
  await window.showTextDocument(document, { preview: false });
}

/** The file, the list or the results that the command was called on or that are active; of these, what is selected. */
async function companiesOf(
  args: readonly unknown[],
  { targets, shown }: Desk,
): Promise<{ readonly uri: Uri } | RowSource | undefined> {
  if (!targets.isOfRecords(args)) {
    const uri = await targets.file(args, askFile);
    return uri && { uri };
  }
  const source = await targets.source(args, "company");
  if (source === undefined || source.recordKind !== "company") {
    return void (source && window.showInformationMessage(noCompaniesText(source.title)));
  }
  const selected = args.length > 0 ? [] : (shown.stateOf(source)?.selected ?? []);
  return selected.length === 0 ? source : onlyKeys(source, selected);
}

const askFile = (): Promise<Uri | undefined> =>
  askForTable({
    title: "Find people at the companies in a file",
    files: { ["Tables and texts"]: ["csv", "tsv", "txt", "md"] },
  });

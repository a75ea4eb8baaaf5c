// The lookup commands: one company, one person, the selection, every row of a CSV file.
import { l10n, type Uri } from "vscode";
import { commandIds } from "../commandIds";
import { askForTable } from "../lookups/openTable";
import { targetCommand } from "../targets/commandTargets";
import type { Desk } from "../desk";

export const lookupCommands = ({ lookups, targets }: Desk) => ({
  [commandIds.lookUpCompany]: () => lookups.open("company"),
  [commandIds.lookUpPerson]: () => lookups.open("person"),
  [commandIds.lookUpSelection]: targetCommand(targets.textEditor, lookups.lookUpSelection),
  [commandIds.lookUpCsv]: targetCommand((args) => targets.file(args, askFile), lookups.lookUpFile),
  [commandIds.showBatches]: targetCommand(async () => lookups, lookups.showBatches),
});

const askFile = (): Promise<Uri | undefined> =>
  askForTable({
    title: l10n.t("Look up the rows of a CSV file"),
    files: { [l10n.t("Tables")]: ["csv", "tsv", "txt"] },
  });

// "Import Enrichment Results…": asks for JSON files with the results of enrichments, and saves their contacts.
import { l10n, window, workspace, type Uri } from "vscode";
import type { TrackedEnrichment } from "../../enrichments/enrichmentList";
import { importResults, type ImportDeps, type ImportOutcome } from "../../enrichments/importResults";
import { countText } from "../../language/language";
import { errorForLog, errorText } from "../errorText";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import { contactsText, enrichmentName } from "../enrichmentTexts";

export interface ImportFilesDeps extends ImportDeps {
  readonly open: (entry: TrackedEnrichment) => Promise<void>;
  readonly log: (line: string) => void;
}

type Imported = Extract<ImportOutcome, { readonly kind: "imported" }>;

export async function importFiles(deps: ImportFilesDeps): Promise<void> {
  const picked = await window.showOpenDialog({
    title: l10n.t("Import enrichment results"),
    openLabel: l10n.t("Import"),
    canSelectMany: true,
    filters: { JSON: ["json"] },
  });
  if (picked === undefined || picked.length === 0) {
    return;
  }
  const outcomes = await withLateProgress(l10n.t("Importing"), async (report, signal) => {
    const done: { readonly name: string; readonly outcome: ImportOutcome }[] = [];
    for (const uri of picked) {
      if (signal.aborted) {
        break;
      }
      const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
      report({ message: safeText(name), increment: 100 / picked.length });
      done.push({ name, outcome: await importFile(deps, name, uri) });
    }
    return done;
  });
  const imported = outcomes.flatMap(({ outcome }) => (outcome.kind === "imported" ? [outcome] : []));
  showImported(imported);
  showOthers(outcomes);
  const [only] = outcomes;
  if (outcomes.length === 1 && only !== undefined && only.outcome.kind !== "problem") {
    await deps.open(only.outcome.entry);
  }
}

async function importFile(deps: ImportFilesDeps, name: string, uri: Uri): Promise<ImportOutcome> {
  let outcome: ImportOutcome;
  try {
    outcome = await importResults(deps, { name, bytes: await workspace.fs.readFile(uri) });
  } catch (error) {
    deps.log(`Enrichment results could not be imported: ${errorForLog(error)}`);
    return { kind: "problem", message: errorText(error) };
  }
  if (outcome.kind === "imported") {
    const { contacts, owned } = outcome;
    deps.log(`Enrichment results imported: ${contacts} contacts, ${owned} of them owned people.`);
  } else {
    deps.log(`Enrichment results not imported: ${outcome.kind}.`);
  }
  return outcome;
}

/** "25 contacts imported. You have fetched 12 of these people before." */
function showImported(imported: readonly Imported[]): void {
  if (imported.length === 0) {
    return;
  }
  const sum = (numberOf: (outcome: Imported) => number): number =>
    imported.reduce((total, outcome) => total + numberOf(outcome), 0);
  const owned = sum((outcome) => outcome.owned);
  const sentence = l10n.t("Imported: {0}.", contactsText(sum(({ contacts }) => contacts)));
  const ownedSentence =
    owned === 0
      ? ""
      : owned === 1
        ? l10n.t("1 of these people had been fetched before.")
        : l10n.t("{0} of these people had been fetched before.", countText(owned));
  void window.showInformationMessage(`${sentence} ${ownedSentence}`.trim());
}

/** One notification for each kind, however many files were selected. */
function showOthers(outcomes: readonly { readonly name: string; readonly outcome: ImportOutcome }[]): void {
  const present = outcomes.flatMap(({ outcome }) =>
    outcome.kind === "present" ? [enrichmentName(outcome.entry)] : [],
  );
  if (present.length > 0) {
    void window.showInformationMessage(l10n.t("Already in the list: {0}.", present.join(", ")));
  }
  const problems = outcomes.flatMap(({ name, outcome }) =>
    outcome.kind === "problem" ? [`${safeText(name)}: ${safeText(outcome.message)}`] : [],
  );
  if (problems.length > 0) {
    void window.showErrorMessage(l10n.t("Not imported. {0}", problems.join(" ")));
  }
}

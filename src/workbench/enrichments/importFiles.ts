// "Import Enrichment Results…": asks for JSON files with the results of enrichments, and saves their contacts.
import { l10n, window, workspace, type Uri } from "vscode";
import type { App } from "../../app/app";
import { importEnrichments } from "../../app/enrichments";
import type { TrackedEnrichment } from "../../enrichments/enrichmentList";
import type { ImportOutcome } from "../../enrichments/importResults";
import { countText } from "../../language/language";
import { outcomesText } from "../../runs/amounts";
import { sumOfOutcomes } from "../../service/contactOutcome";
import { errorForLog, errorText } from "../errorText";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import { enrichmentName } from "../enrichmentTexts";

type Imported = Extract<ImportOutcome, { readonly kind: "imported" }>;

/** `open` shows the contacts of the only result. */
export async function importFiles(
  app: App,
  open: (entry: TrackedEnrichment) => Promise<void>,
  log: (line: string) => void,
): Promise<void> {
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
      const found = await importFile(app, name, uri, log);
      done.push(...found.map((outcome) => ({ name, outcome })));
    }
    return done;
  });
  const imported = outcomes.flatMap(({ outcome }) => (outcome.kind === "imported" ? [outcome] : []));
  showImported(imported);
  showOthers(outcomes);
  const [only] = outcomes;
  if (outcomes.length === 1 && only !== undefined && only.outcome.kind !== "problem") {
    await open(only.outcome.entry);
  }
}

async function importFile(
  app: App,
  name: string,
  uri: Uri,
  log: (line: string) => void,
): Promise<readonly ImportOutcome[]> {
  try {
    const outcomes = await importEnrichments(app, { name, bytes: await workspace.fs.readFile(uri) });
    log(`Enrichment results of a file: ${outcomes.map(({ kind }) => kind).join(", ")}.`);
    return outcomes;
  } catch (error) {
    log(`Enrichment results could not be imported: ${errorForLog(error)}`);
    return [{ kind: "problem", message: errorText(error) }];
  }
}

/** "Imported contacts: 21 of 25 enriched, nothing found for 4. 12 of these people had been fetched before." */
function showImported(imported: readonly Imported[]): void {
  if (imported.length === 0) {
    return;
  }
  const owned = imported.reduce((total, outcome) => total + outcome.owned, 0);
  const sentence = l10n.t(
    "Imported contacts: {0}.",
    outcomesText(sumOfOutcomes(imported.map(({ outcomes }) => outcomes))),
  );
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
    outcome.kind === "problem"
      ? [`${safeText([name, outcome.place ?? []].flat().join(", "))}: ${safeText(outcome.message)}`]
      : [],
  );
  if (problems.length > 0) {
    void window.showErrorMessage(l10n.t("Not imported. {0}", problems.join(" ")));
  }
}

// What the user has selected in the Searches or the Runs view, for commands that act on all of it.
import { l10n, window, type Uri } from "vscode";
import type { App } from "../../app/app";
import type { RunSummary } from "../../runs/run";
import type { RecordList } from "../../store/recordLists";
import type { RecordLists } from "../lists/recordLists";
import type { Tree } from "../tree";
import { readTarget, type TargetArgument } from "./targetArguments";
import { listDeletedText, refreshingText, runDeletedText } from "../goneTexts";

export interface Selection {
  readonly searches: readonly Uri[];
  readonly runs: readonly RunSummary[];
  readonly lists: readonly RecordList[];
}

export interface SelectionDeps {
  readonly app: App;
  readonly recordLists: RecordLists;
  readonly trees: Readonly<Record<"searches" | "runs", Pick<Tree, "view">>>;
}

/** `undefined` after the user was told that nothing is selected which these commands can act on. */
export type ReadSelection = (args: readonly unknown[]) => Promise<Selection | undefined>;

export function selectionReader({ app, recordLists, trees }: SelectionDeps): ReadSelection {
  return async (args) => {
    const targets = nodesOf(args, trees).map((node) => readTarget([node]));
    const searches = targets.flatMap((target) => (target.kind === "search" ? [target.uri] : []));
    const ids = new Set(targets.flatMap((target) => (target.kind === "results" ? [target.id] : [])));
    const found = await Promise.all([...ids].map((id) => app.runs.summary(id)));
    const existing = found.filter((run) => run !== undefined);
    const named = new Set(targets.flatMap((target) => (target.kind === "list" ? [target.id] : [])));
    const lists = named.size === 0 ? [] : (await recordLists.list()).filter(({ id }) => named.has(id));
    if (searches.length + existing.length + lists.length === 0) {
      void window.showInformationMessage(whyNothing(targets));
      return undefined;
    }
    return { searches, runs: existing, lists };
  };
}

function whyNothing(targets: readonly TargetArgument[]): string {
  if (targets.some(({ kind }) => kind === "missing")) {
    return refreshingText();
  }
  if (targets.some(({ kind }) => kind === "list")) {
    return listDeletedText();
  }
  return targets.some(({ kind }) => kind === "results")
    ? runDeletedText()
    : l10n.t("This command needs a search, a run, or a list. Select one in the Searches or Runs view and try again.");
}

/**
 * From a context menu VS Code passes the entry and, when several are selected, all of them; from a key binding only
 * what package.json says, which is the name of the view.
 */
function nodesOf(args: readonly unknown[], trees: SelectionDeps["trees"]): readonly unknown[] {
  const [node, selected] = args;
  if (node === "searches" || node === "runs") {
    return trees[node].view.selection;
  }
  return Array.isArray(selected) && selected.length > 0 ? (selected as readonly unknown[]) : [node];
}

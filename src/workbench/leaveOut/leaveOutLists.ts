// The leave-out lists in use: those of a search and those for every search. Their entries are saved in the database,
// where every view hides the matching records.
import { EventEmitter, Uri, window, workspace, type Disposable } from "vscode";
import type { AppLists, AppSearch, ReadLists } from "../../app/app";
import { configuredLists, settingOf } from "../../app/config";
import { ListFiles, ListProblem, type ListDisk, type ListFile, type NamedLists } from "../../app/listFiles";
import type { RunHeader } from "../../runs/run";
import type { Store } from "../../store/client";
import { errorForLog, errorText } from "../errorText";
import { affectsSettings, userValue } from "../settings";
import { listName, listOfSearch, listsOfEverySearch } from "./listPlaces";

const uriOf = (text: string): Uri => Uri.parse(text, true);

const listDisk: ListDisk = {
  stat: async (uri) => workspace.fs.stat(uriOf(uri)),
  read: async (uri) => workspace.fs.readFile(uriOf(uri)),
  nameOf: (uri) => listName(uriOf(uri)),
  whyOf: errorText,
};

/** Paths of a search without a file are relative to the first folder. */
const withoutFile = "untitled:search.prospect.json";

export class LeaveOutLists implements AppLists, Disposable {
  readonly #files: ListFiles;
  readonly #changed = new EventEmitter<void>();
  readonly #listening: Disposable;

  /** The hidden records have changed: views must be opened again. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly store: Store,
    private readonly log: (line: string) => void,
  ) {
    this.#files = new ListFiles(listDisk, store);
    this.#listening = workspace.onDidChangeConfiguration((event) => {
      if (affectsSettings(event, ["leaveOut.lists", "leaveOut.sentItems"])) {
        this.start();
      }
    });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  /** Reads the lists in use in the background. */
  start(): void {
    this.reloadAll().catch((error: unknown) =>
      this.log(`The leave-out lists could not be read: ${errorForLog(error)}`),
    );
  }

  /** Whether any list applies to the run, or to results without a run. */
  applyTo(run: RunHeader | undefined): boolean {
    return listsOfEverySearch().length + (run?.leaveOut?.length ?? 0) > 0;
  }

  /** Reads a file without using it as a list. Rejects with a `ListProblem`, like all of these. */
  file(uri: Uri): Promise<ListFile> {
    return this.#files.file(uri.toString());
  }

  /** Reads a list of a search. */
  async fileOfSearch(source: Uri, named: string): Promise<ListFile> {
    return this.#files.file(String(await listOfSearch(source, named)));
  }

  async read(search: AppSearch): Promise<ReadLists> {
    return this.#files.read(await listsNamed(search));
  }

  async reload(search?: AppSearch): Promise<ReadLists> {
    const lists = await this.#files.reload(await listsNamed(search));
    if (lists.isChanged) {
      this.#changed.fire();
    }
    return lists;
  }

  /** Saves a list that was changed in this window. */
  async use(uri: Uri): Promise<void> {
    await this.#files.save([await this.file(uri)], listsOfEverySearch().map(String));
    this.#changed.fire();
  }

  /** Reads every list in use. Resolves to the problems of unreadable lists, whose previous entries still apply. */
  async reloadAll(): Promise<readonly string[]> {
    const { leaveOut } = this.store;
    // Until the setting is set here, commands use the one from `prospect config`.
    const everywhere =
      userValue("leaveOut.lists") === undefined
        ? configuredLists(await settingOf({ store: this.store }, "leaveOut.lists"))
        : listsOfEverySearch().map(String);
    await leaveOut.setEverywhere(everywhere);
    const problems: string[] = [];
    for (const uri of new Set([...(await leaveOut.lists()).map((one) => one.uri), ...everywhere])) {
      try {
        await this.#files.save([await this.#files.file(uri)], everywhere);
      } catch (error) {
        if (!(error instanceof ListProblem)) {
          throw error;
        }
        problems.push(error.message);
      }
    }
    this.#changed.fire();
    return problems;
  }
}

async function listsNamed({ document, source = withoutFile }: Partial<AppSearch> = {}): Promise<NamedLists> {
  const ofSearch: string[] = [];
  for (const one of document?.leaveOut ?? []) {
    ofSearch.push(String(await listOfSearch(Uri.parse(source, true), one)));
  }
  return { ofSearch, everywhere: listsOfEverySearch().map(String) };
}

/** Reloads the lists for a page's button, and shows their problems. */
export async function reloadLists(lists: LeaveOutLists): Promise<void> {
  const problems = await lists.reloadAll();
  if (problems.length > 0) {
    void window.showWarningMessage(`${problems.join(" ")} Entries as last read are left out.`);
  }
}

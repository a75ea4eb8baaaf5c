// The companies where a search finds people, set by "Find People at Companies…" with a new search. All ways to run the
// search use them, also after a reload and after it is saved.
import { EventEmitter, workspace, type Disposable, type Memento, type Uri } from "vscode";
import type { CompanyList } from "../tables/companyList";
import { countText } from "../text/numbers";

export interface CompaniesOfSearch {
  /** The name of the file, the list, or the results. */
  readonly name: string;
  readonly list: CompanyList;
  readonly mostPerCompany?: number | undefined;
}

const storageKey = "companiesOfSearches";

export class CompaniesOfSearches implements Disposable {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  /** A new search may have the address of a discarded one. */
  readonly #listening = workspace.onDidOpenTextDocument((document) => {
    if (document.isUntitled && document.getText() === "" && this.of(document.uri) !== undefined) {
      void this.set(document.uri, undefined);
    }
  });

  constructor(private readonly workspaceState: Memento) {}

  of(source: Uri): CompaniesOfSearch | undefined {
    return this.#stored[source.toString()];
  }

  async set(source: Uri, companies: CompaniesOfSearch | undefined): Promise<void> {
    const { [source.toString()]: _before, ...others } = this.#stored;
    const next = companies === undefined ? others : { ...others, [source.toString()]: companies };
    await this.workspaceState.update(storageKey, next);
    this.#changed.fire(source);
  }

  /** Called after a rename or the first save. */
  async move(from: string, to: Uri): Promise<void> {
    const { [from]: companies, ...others } = this.#stored;
    if (companies !== undefined) {
      await this.workspaceState.update(storageKey, { ...others, [to.toString()]: companies });
      this.#changed.fire(to);
    }
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  get #stored(): Readonly<Record<string, CompaniesOfSearch>> {
    return this.workspaceState.get(storageKey) ?? {};
  }
}

/** "12 companies in accounts.csv, at most 3 people at each" */
export function companiesSentence({ name, list, mostPerCompany }: CompaniesOfSearch): string {
  const count = list.companies.length;
  const companies = `${count === 1 ? "1 company" : `${countText(count)} companies`} in ${name}`;
  if (mostPerCompany === undefined) {
    return companies;
  }
  return `${companies}, at most ${mostPerCompany === 1 ? "1 person" : `${countText(mostPerCompany)} people`} at each`;
}

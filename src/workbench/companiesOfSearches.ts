// The companies where a new search finds people, from "Find People at Companies…" until its tab is closed: every door
// that runs the search runs it there.
import { EventEmitter, workspace, type Disposable, type Memento, type Uri } from "vscode";
import { countText } from "../language/language";
import type { CompanyList } from "../lookups/companyList";
import { fileExists } from "./files";

export interface CompaniesOfSearch {
  /** Of the file, the list, or the results. */
  readonly name: string;
  readonly list: CompanyList;
  readonly mostPerCompany?: number | undefined;
}

const storageKey = "companiesOfSearches";

export class CompaniesOfSearches implements Disposable {
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #listening = workspace.onDidCloseTextDocument(({ uri }) => void this.#follow(uri));

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

  /** After the first save, the search is a file. */
  async move(from: Uri, to: Uri): Promise<void> {
    const companies = this.of(from);
    if (companies !== undefined) {
      await this.set(to, companies);
      await this.set(from, undefined);
    }
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  get #stored(): Readonly<Record<string, CompaniesOfSearch>> {
    return this.workspaceState.get(storageKey) ?? {};
  }

  /** A closed tab was saved as the file of its path, or was discarded: a later search may have its address. */
  async #follow(uri: Uri): Promise<void> {
    if (this.of(uri) === undefined) {
      return;
    }
    const file = uri.with({ scheme: "file" });
    await (uri.scheme === "untitled" && (await fileExists(file)) ? this.move(uri, file) : this.set(uri, undefined));
  }
}

/** "12 companies of accounts.csv, at most 3 people of each" */
export function companiesSentence({ name, list, mostPerCompany }: CompaniesOfSearch): string {
  const count = list.companies.length;
  const companies = `${count === 1 ? "1 company" : `${countText(count)} companies`} of ${name}`;
  if (mostPerCompany === undefined) {
    return companies;
  }
  return `${companies}, at most ${mostPerCompany === 1 ? "1 person" : `${countText(mostPerCompany)} people`} of each`;
}

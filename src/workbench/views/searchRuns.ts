// The runs that the Searches view shows: read when a search is expanded, and again when runs change.
import type { RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { RunSource } from "../../store/runSources";
import { fileExists } from "../files";
import { uriOfSource } from "../searchFiles/searchSource";
import type { SearchFile } from "../searchFiles/searchFiles";

/** Runs that are listed together: those of one search, or those of all deleted and unsaved ones. */
export interface RunList {
  readonly id: string;
  /** As in the runs; "" stands for runs that came from no search. */
  readonly sources: readonly string[];
  readonly purpose: RunSource["purpose"];
}

/** The rest of a longer list is read when the user asks for it. */
const listedAtOnce = 20;

/** What is known of the runs of searches, without the runs themselves. */
export class RunsOverview {
  readonly #bySource = new Map<string, Partial<Record<RunSource["purpose"], RunSource>>>();

  constructor(sources: readonly RunSource[]) {
    for (const one of sources) {
      this.#bySource.set(one.source, { ...this.#bySource.get(one.source), [one.purpose]: one });
    }
  }

  get sources(): readonly string[] {
    return [...this.#bySource.keys()];
  }

  /** How many runs a list has. */
  count({ sources, purpose }: RunList): number {
    return sources.reduce((sum, source) => sum + (this.#bySource.get(source)?.[purpose]?.runs ?? 0), 0);
  }

  /** The newest run of a search that fetched records. */
  newest(source: string): RunSource | undefined {
    return this.#bySource.get(source)?.search;
  }
}

interface ReadList {
  readonly list: RunList;
  readonly runs: readonly RunSummary[];
}

/** Reads lists of runs, and keeps those that were read until they are closed. */
export class RunLists {
  readonly #lists = new Map<string, ReadList>();
  readonly #whole = new Set<string>();

  constructor(private readonly runs: Pick<RunStore, "list">) {}

  /** Newest first: the first `listedAtOnce`, or all once they were asked for. */
  async read(list: RunList): Promise<readonly RunSummary[]> {
    const known = this.#lists.get(list.id);
    if (known !== undefined && known.list.sources.join("\n") === list.sources.join("\n")) {
      return known.runs;
    }
    const runs = await this.#read(list);
    this.#lists.set(list.id, { list, runs });
    return runs;
  }

  /** Resolves when the lists that were read before are read again. */
  async readAgain(): Promise<void> {
    const again = await Promise.all(
      [...this.#lists.values()].map(async ({ list }): Promise<ReadList> => ({ list, runs: await this.#read(list) })),
    );
    for (const { list, runs } of again) {
      if (this.#lists.has(list.id)) {
        this.#lists.set(list.id, { list, runs });
      }
    }
  }

  forget(): void {
    this.#lists.clear();
  }

  showAll(id: string): void {
    this.#whole.add(id);
    this.#lists.delete(id);
  }

  close(id: string): void {
    this.#whole.delete(id);
    this.#lists.delete(id);
  }

  isWhole(id: string): boolean {
    return this.#whole.has(id);
  }

  #read({ id, sources, purpose }: RunList): Promise<readonly RunSummary[]> {
    const [source] = sources;
    return this.runs.list({
      ...(sources.length === 1 && source !== "" ? { source } : { sources }),
      purposes: [purpose],
      ...(!this.#whole.has(id) && { limit: listedAtOnce }),
    });
  }
}

/** Sources that are not among these files: searches in other folders, and those that were deleted or never saved. */
export async function sourcesWithoutFile(
  sources: readonly string[],
  files: readonly SearchFile[],
  exists: (source: string) => Promise<boolean>,
): Promise<{ readonly elsewhere: readonly string[]; readonly lost: readonly string[] }> {
  const listed = new Set(files.map(({ uri }) => uri.toString()));
  const others = sources.filter((source) => !listed.has(source));
  const found = await Promise.all(others.map(exists));
  return {
    elsewhere: others.filter((_source, index) => found[index]),
    lost: others.filter((_source, index) => !found[index]),
  };
}

/** Whether a file of a search exists; each is looked for once until `forget`. */
export class ExistingFiles {
  readonly #known = new Map<string, Promise<boolean>>();

  readonly exists = (source: string): Promise<boolean> => {
    const known = this.#known.get(source) ?? sourceExists(source);
    this.#known.set(source, known);
    return known;
  };

  forget(): void {
    this.#known.clear();
  }
}

async function sourceExists(source: string): Promise<boolean> {
  const uri = source === "" ? undefined : uriOfSource(source);
  return uri !== undefined && uri.scheme !== "untitled" && fileExists(uri);
}

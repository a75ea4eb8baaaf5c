// Which run the tab of each search shows, and what it is compared with; remembered for this workspace.
import type { Memento } from "vscode";
import * as z from "zod";
import type { Comparison } from "./resultsTabs";

export interface ShownRun {
  readonly run: string;
  readonly comparison: Comparison;
}

const stored = z
  .record(
    z.string(),
    z.object({
      run: z.string(),
      comparison: z.union([z.enum(["default", "none"]), z.object({ since: z.string() })]).catch("default"),
    }),
  )
  .catch({});

const storageKey = "results.shownRuns";
/** The oldest are forgotten: their tabs then show the newest run. */
const mostSearches = 200;

export class ShownRuns {
  constructor(private readonly workspaceState: Memento) {}

  of(source: string): ShownRun | undefined {
    return this.#all()[source];
  }

  /** `undefined` forgets it. */
  remember(source: string, shown: ShownRun | undefined): void {
    const others = Object.entries(this.#all()).filter(([other]) => other !== source);
    const entries = shown === undefined ? others : [...others, [source, shown] as const];
    void this.workspaceState.update(storageKey, Object.fromEntries(entries.slice(-mostSearches)));
  }

  /** After everything was purged: sources and ids of runs tell what was searched. */
  forgetAll(): Thenable<void> {
    return this.workspaceState.update(storageKey, undefined);
  }

  #all(): Readonly<Record<string, ShownRun>> {
    return stored.parse(this.workspaceState.get<unknown>(storageKey) ?? {});
  }
}

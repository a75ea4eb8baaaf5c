// What a run leaves out: the items that are sent to the service with its filters, and how many entries only hide
// records on this machine.
import { type Uri } from "vscode";
import { leaveOutItems, type LeaveOutItems } from "../../runs/leaveOutItems";
import type { SearchTask } from "../../runs/run";
import { filtersKey } from "../../searches/filterItems";
import type { SearchDocument } from "../../searches/searchDocument";
import type { LeaveOutEntry } from "../../store/leaveOut";
import type { HeldLists, LeaveOutLists } from "../leaveOut/leaveOutLists";
import { ListProblem } from "../leaveOut/listPlaces";
import { setting } from "../settings";

export interface LeaveOutPlan {
  readonly held: HeldLists;
  readonly items: SearchTask["leaveOutItems"];
  /** Entries that are sent to the service, and those that only hide records here; `undefined` without any list. */
  readonly counts: { readonly sent: number; readonly local: number } | undefined;
}

type Chosen = LeaveOutItems & { readonly entries: number };

export class LeaveOutPlanner {
  /** The lists can be long, and every edit of a search plans it again. */
  #last: { readonly key: string; readonly chosen: Chosen } | undefined;

  constructor(private readonly lists: Pick<LeaveOutLists, "forSearch">) {}

  /** Rejects with a `ListProblem`, and then nothing must be sent. */
  async plan(source: Uri, { search, filters, leaveOut = [] }: SearchDocument): Promise<LeaveOutPlan> {
    const held = await this.lists.forSearch(source, leaveOut);
    if (held.files.length === 0) {
      return { held, items: undefined, counts: undefined };
    }
    const most = setting("leaveOut.sentItems");
    const key = JSON.stringify([held.files.map(({ hash }) => hash), filtersKey({ search, filters }), most]);
    const chosen = this.#last?.key === key ? this.#last.chosen : chosenItems(held, { search, filters }, most);
    this.#last = { key, chosen };
    const { items, sent, entries } = chosen;
    return { held, items: sent === 0 ? undefined : items, counts: { sent, local: entries - sent } };
  }

  /** `undefined` while a list cannot be used: the filter builder says why. */
  async ifUsable(source: Uri, document: SearchDocument): Promise<LeaveOutPlan | undefined> {
    try {
      return await this.plan(source, document);
    } catch (error) {
      if (error instanceof ListProblem) {
        return undefined;
      }
      throw error;
    }
  }
}

function chosenItems(
  { files }: HeldLists,
  { search, filters }: Pick<SearchDocument, "search" | "filters">,
  most: number,
): Chosen {
  const entries = new Map<string, LeaveOutEntry>();
  for (const { list } of files) {
    for (const entry of list.entries) {
      entries.set(`${entry.kind} ${entry.value}`, entry);
    }
  }
  return { ...leaveOutItems(search, filters, [...entries.values()], most), entries: entries.size };
}

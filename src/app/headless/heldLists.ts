// The leave-out lists of processes without VS Code, read from their files at every action.
import { createHash } from "node:crypto";
import * as disk from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CsvError } from "../../csv/rows";
import { readLeaveOutList } from "../../lookups/leaveOutList";
import { listChanges, noChanges } from "../../runs/listChanges";
import { codeOf } from "../../searches/atomicFile";
import { parseSearch } from "../../searches/parseSearch";
import { isInside, isReallyInside } from "../../searches/realPlace";
import type { SearchDocument } from "../../searches/searchDocument";
import type { Clock } from "../../service/wire";
import type { Store } from "../../store/client";
import type { LeaveOutEntry, NamedLeaveOutList } from "../../store/leaveOut";
import { Refusal, type AppLists, type AppSearch, type HeldLists } from "../app";
import { fileUriOf } from "./fileUri";
import { readSearchFile } from "./nodeFiles";
import { neutral } from "../untrusted";

/** Larger files are refused, as in the window. In bytes. */
const largestFile = 50_000_000;

interface ReadList {
  readonly uri: string;
  readonly hash: string;
  readonly entries: readonly LeaveOutEntry[];
}

export interface HeldListsDeps {
  readonly store: Pick<Store, "leaveOut">;
  readonly clock: Pick<Clock, "now">;
  /** The folders that a search may name lists in. */
  readonly roots: readonly string[];
}

const refused = (message: string): Refusal => new Refusal(message, "list");
const nameOf = (file: string): string => `“${neutral(path.basename(file), 200)}”`;

/** The lists for every search are those that a window has stored. */
export function createHeldLists({ store, clock, roots }: HeldListsDeps): AppLists {
  async function hold(own: readonly string[]): Promise<HeldLists> {
    const stored = await store.leaveOut.lists();
    const everywhere = new Set(stored.filter((one) => one.everywhere).map(({ uri }) => uri));
    const uris = [...new Set([...own, ...everywhere])];
    const lists: ReadList[] = [];
    for (const uri of uris) {
      lists.push(await readList(uri));
    }
    for (const { uri, hash, entries } of lists) {
      if (stored.find((one) => one.uri === uri)?.hash !== hash) {
        await store.leaveOut.save({ uri, hash, everywhere: everywhere.has(uri), entries, at: clock.now() });
      }
    }
    const named = new Set(own);
    return {
      ofSearch: lists.filter(({ uri }) => named.has(uri)).map(({ uri, hash }) => ({ uri, hash })),
      entries: unique(lists.flatMap(({ entries }) => entries)),
      check: () => changed(lists),
    };
  }

  const forSearch = async (search: AppSearch): Promise<HeldLists> =>
    hold(await Promise.all(namedBy(search).map((named) => listOf(search, named, roots))));

  return {
    forSearch,
    forRun: (lists: readonly NamedLeaveOutList[]) => hold(lists.map(({ uri }) => uri)),
    async forResume({ source, leaveOut: before = [] }) {
      const document = await documentOf(source);
      if (document === undefined) {
        return { held: await hold(before.map(({ uri }) => uri)), differences: noChanges };
      }
      const held = await forSearch({ title: "", document, source });
      return { held, differences: listChanges(before, held.ofSearch) };
    },
    everywhere: () => hold([]),
  };
}

/** A saved search as its file is now; `undefined` when it is gone or cannot be understood. */
async function documentOf(source: string | undefined): Promise<SearchDocument | undefined> {
  if (source?.startsWith("file:") !== true) {
    return undefined;
  }
  try {
    return parseSearch(await readSearchFile(fileURLToPath(source))).document;
  } catch {
    return undefined;
  }
}

const namedBy = ({ document }: AppSearch): readonly string[] => document.leaveOut ?? [];

function unique(entries: readonly LeaveOutEntry[]): readonly LeaveOutEntry[] {
  return [...new Map(entries.map((entry) => [`${entry.kind} ${entry.value}`, entry])).values()];
}

/** The URI of a list that a search names. A search comes with a folder, which must not choose other files. */
async function listOf({ source }: AppSearch, named: string, roots: readonly string[]): Promise<string> {
  const from = source?.startsWith("file:") === true ? path.dirname(fileURLToPath(source)) : roots[0];
  if (from === undefined) {
    throw refused("Open the folder of the leave-out lists first: they are relative to it.");
  }
  const file = path.resolve(from, named);
  const folders = roots.some((root) => isInside(root, from)) ? roots : [from];
  if (!(await isReallyInside(disk, folders, file))) {
    throw refused(`The leave-out list ${nameOf(named)} is outside the workspace. Nothing was sent.`);
  }
  return fileUriOf(file);
}

async function readList(uri: string): Promise<ReadList> {
  const file = fileOf(uri);
  try {
    const { size, isFile } = await disk.stat(file).then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile || size > largestFile) {
      throw refused(`The leave-out list ${nameOf(file)} is not a file of at most 50 MB. Nothing was sent.`);
    }
    const bytes = await disk.readFile(file);
    const { entries } = await readLeaveOutList(bytes, /\.(?:csv|tsv|tab)$/iu.test(file));
    return { uri, hash: createHash("sha256").update(bytes).digest("hex"), entries };
  } catch (error) {
    if (error instanceof Refusal) {
      throw error;
    }
    const why = error instanceof CsvError ? neutral(error.message) : `the system reported ${codeOf(error)}.`;
    throw refused(
      codeOf(error) === "ENOENT"
        ? `The leave-out list ${nameOf(file)} does not exist. Nothing was sent.`
        : `The leave-out list ${nameOf(file)} cannot be read: ${why} Nothing was sent.`,
    );
  }
}

function fileOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    throw refused("A leave-out list is not a file of this machine, so it cannot be read here. Nothing was sent.");
  }
}

async function changed(lists: readonly ReadList[]): Promise<string | undefined> {
  for (const { uri, hash } of lists) {
    try {
      if ((await hashOf(uri)) !== hash) {
        return `The leave-out list ${nameOf(fileOf(uri))} has changed. Resuming uses it as it is now.`;
      }
    } catch (error) {
      return error instanceof Refusal
        ? error.message
        : `The leave-out list ${nameOf(fileOf(uri))} cannot be read: the system reported ${codeOf(error)}.`;
    }
  }
  return undefined;
}

const hashOf = async (uri: string): Promise<string> =>
  createHash("sha256")
    .update(await disk.readFile(fileOf(uri)))
    .digest("hex");

// Reads the file of a leave-out list, again only when it has changed.
import { createHash } from "node:crypto";
import { l10n, workspace, type FileStat, type Uri } from "vscode";
import { readLeaveOutList, type LeaveOutList } from "../../lookups/leaveOutList";
import { countText } from "../../language/language";
import { errorText } from "../errorText";
import { listName, ListProblem } from "./listPlaces";

export interface ListFile {
  readonly uri: Uri;
  /** Of its content. */
  readonly hash: string;
  readonly list: LeaveOutList;
}

interface ReadFile extends ListFile {
  readonly mtime: number;
  readonly size: number;
  /** ms since 1970 */
  readonly readAt: number;
}

/** Larger files are refused: 200,000 lines take about a tenth of it. In bytes. */
const largestFile = 50_000_000;
/** A file that changed this short before it was read may change again without another time stamp. In ms. */
const stampMs = 3_000;
/** Lists that stay in memory. */
const mostRead = 20;

export class ListFiles {
  readonly #read = new Map<string, ReadFile>();

  constructor(private readonly now: () => number) {}

  /** Rejects with a `ListProblem` when the file is missing or cannot be read. */
  async read(uri: Uri): Promise<ListFile> {
    const key = uri.toString();
    const { mtime, size } = await statOf(uri);
    const known = this.#read.get(key);
    if (known?.mtime === mtime && known.size === size && known.readAt - mtime > stampMs) {
      return known;
    }
    const readAt = this.now();
    const bytes = await workspace.fs.readFile(uri).then(undefined, (error: unknown) => {
      throw unreadable(uri, error);
    });
    const hash = createHash("sha256").update(bytes).digest("hex");
    const list = known?.hash === hash ? known.list : await parsed(uri, bytes);
    const file = { uri, hash, list, mtime, size, readAt };
    this.#read.delete(key);
    this.#read.set(key, file);
    const [oldest] = this.#read.keys();
    if (this.#read.size > mostRead && oldest !== undefined) {
      this.#read.delete(oldest);
    }
    return file;
  }
}

async function statOf(uri: Uri): Promise<FileStat> {
  try {
    const stat = await workspace.fs.stat(uri);
    if (stat.size > largestFile) {
      const most = countText(largestFile / 1_000_000);
      throw new ListProblem(l10n.t("The leave-out list {0} is larger than {1} MB.", listName(uri), most));
    }
    return stat;
  } catch (error) {
    throw error instanceof ListProblem ? error : unreadable(uri, error);
  }
}

function unreadable(uri: Uri, error: unknown): ListProblem {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "FileNotFound" || code === "ENOENT"
    ? new ListProblem(l10n.t("The leave-out list {0} does not exist.", listName(uri)))
    : new ListProblem(l10n.t("The leave-out list {0} cannot be read: {1}", listName(uri), errorText(error)));
}

async function parsed(uri: Uri, bytes: Uint8Array): Promise<LeaveOutList> {
  try {
    return await readLeaveOutList(bytes, isTable(uri));
  } catch (error) {
    throw unreadable(uri, error);
  }
}

/** Whether the entries are in columns: by the name, so that a text with commas is not taken for one. */
export const isTable = ({ path }: Uri): boolean => /\.(?:csv|tsv|tab)$/iu.test(path);

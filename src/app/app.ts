// What the tools for agents and scripts work with. The window, the MCP server and the command line each make one.
import type { EnrichmentList } from "../enrichments/enrichmentList";
import type { DeskStore } from "../export/storeExport";
import type { Budgets } from "../runs/budget";
import type { AgentsLimits } from "../runs/budget";
import type { RunConnection, RunProgress } from "../runs/run";
import type { RunStore } from "../runs/runStore";
import type { SearchDocument } from "../searches/searchDocument";
import type { ServiceClient } from "../service/serviceClient";
import type { Clock } from "../service/wire";
import type { LeaveOutEntry } from "../store/identifiers";
import type { ByteSource } from "../tables/bytes";

/**
 * What prevented a call: the input or the document, no usable connection, no room in a budget, a run or file that is
 * not there, a path or file that cannot be used, a leave-out list, or the same search, which is in progress.
 */
export type RefusalReason = "input" | "connection" | "budget" | "notFound" | "file" | "list" | "running";

/**
 * The message is a sentence for the agent and its user: what prevented the call, and what to do about it.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    message: string,
    readonly reason: RefusalReason = "input",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A person declined, or nobody can be asked here. Nothing was sent. */
export class Declined extends Refusal {
  constructor(
    message: string,
    readonly answer: "no" | "cannot",
  ) {
    super(message, "budget");
  }
}

/** What is continued, and with what it was paid: the sandbox cannot continue a run of a service. */
export type ToContinue = Pick<RunConnection, "origin">;

/** The connection in use and what is known about its account. */
export interface AppConnection {
  readonly info: RunConnection;
  readonly client: ServiceClient;
  /** The embedded service with synthetic data. */
  readonly sandbox: boolean;
  /** Its credits are worth nothing, so nobody is asked. The sandbox is free unless it rehearses a service. */
  readonly free: boolean;
  /** As last read. */
  readonly balance?: { readonly credits: number; readonly at: number } | undefined;
}

/** The user's own settings; a workspace cannot change them. */
export interface AppSettings extends AgentsLimits {
  /** How many entries of leave-out lists are sent to the service at most. */
  readonly sentItems: number;
}

/** A saved search, or one that exists only in the call. */
export interface AppSearch {
  /** Shown as the name of its runs. */
  readonly title: string;
  readonly document: SearchDocument;
  /** URI of its file; absent for a search without a file. */
  readonly source?: string | undefined;
}

/** Leave-out lists as their files are now. */
export interface ReadLists {
  /** URIs of the lists of the search: stored with its run. */
  readonly ofSearch: readonly string[];
  /** Of these lists and those for every search. */
  readonly entries: readonly LeaveOutEntry[];
  /** A sentence for each list with lines that leave out nobody. */
  readonly remarks: readonly string[];
}

/** Reject with a `Refusal` when a list is missing or cannot be read; then nothing must be sent. */
export interface AppLists {
  /** The lists that a search names and those for every search. Changes nothing. */
  read(search: AppSearch): Promise<ReadLists>;
  /**
   * The same when something that may cost credits begins: what is shown hides what they name from now on. Without a
   * search, those for every search.
   */
  reload(search?: AppSearch): Promise<ReadLists>;
}

/**
 * The files that tools may read and write: those in the folders of the workspace. Paths are relative to the first
 * folder, with `/`; all methods reject with a `Refusal` for a path outside, also by a link, and for anything that
 * is not a regular file.
 */
export interface AppFiles {
  /** Absent without a folder; then nothing can be read or written. */
  readonly root: string | undefined;
  /** The reason of the refusal is "notFound" when there is no such file. */
  readSearch(path: string): Promise<{ readonly uri: string; readonly text: string }>;
  /** A table or a text with a list. */
  readTable(path: string): Promise<{ readonly uri: string; readonly bytes: Uint8Array }>;
  /** The place of a file to export to, on this machine; missing folders are created. */
  target(path: string, replace: boolean): Promise<string>;
}

export interface App {
  readonly store: DeskStore;
  readonly runs: RunStore;
  readonly budgets: Budgets;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  /** The enrichments that are tracked on this machine. */
  readonly enrichments: EnrichmentList;
  readonly files: AppFiles;
  readonly lists: AppLists;
  /** The saved search of a run as its text is now; `undefined` when it is gone or cannot be understood. */
  searchAt(source: string | undefined): Promise<SearchDocument | undefined>;
  settings(): Promise<AppSettings>;
  /** Rejects with a `Refusal` that says how to connect. */
  connection(to?: ToContinue): Promise<AppConnection>;
  /** Of the service whose stored answers count, also while it cannot be reached; `undefined` without a connection. */
  origin(): string | undefined;
  /** A file in pieces, each time anew, by its URI. Throws when this process cannot read such files. */
  bytesOf(uri: string): ByteSource;
  /** After something was paid: the balance is read again and shown. */
  spent(): void;
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

/** How a call is followed and canceled. */
export interface Call {
  readonly signal: AbortSignal;
  /**
   * `total` is absent while it is not known. The message is a sentence without data of records. `run` is what a run of
   * the call reports, for a face that shows runs.
   */
  readonly onProgress: (done: number, total: number | undefined, message: string, run?: RunProgress) => void;
}

/**
 * What a question is about: a sum, a cost that the service does not say, a page that may be charged twice, a recent
 * result of the same search, the same search in progress elsewhere, an export of selected records that cannot be
 * repeated; or what costs nothing and changes what others use.
 */
export type QuestionSubject =
  | ("sum" | "unknownCost" | "twice" | "recent" | "inProgress" | "selection")
  | ("deletion" | "restore");

export interface Choice {
  readonly id: string;
  /** Verb first, as on a button. */
  readonly label: string;
  /** What this choice may cost at most. */
  readonly credits: number;
}

export interface Question {
  readonly about: QuestionSubject;
  /** "Run “Fintech in Berlin”?" */
  readonly title: string;
  /** The plan, the balance, the connection: each on a line of its own. */
  readonly sentences: readonly string[];
  /** Beside declining. */
  readonly choices: readonly Choice[];
}

/** The id of a choice; "no": declined; "cannot": nobody can be asked here. */
export type Answer = string;

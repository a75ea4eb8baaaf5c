// The interface between the tools for agents and scripts and their process. The window, the MCP server and the command
// line each create one.
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
 * The reason for refusing a call: the input or the document, no usable connection, no room in a budget, a missing run
 * or file, a path or file that cannot be used, a leave-out list, or the same search in progress.
 */
export type RefusalReason = "input" | "connection" | "budget" | "notFound" | "file" | "list" | "running";

/** The message is a sentence for the agent and its user: the reason, and how to solve it. */
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

/** The run to continue, by the service it was paid to: the sandbox cannot continue a run of a service. */
export type ToContinue = Pick<RunConnection, "origin">;

/** The connection in use, and the known state of its account. */
export interface AppConnection {
  readonly info: RunConnection;
  readonly client: ServiceClient;
  /** The embedded service with synthetic data. */
  readonly sandbox: boolean;
  /** Its credits are worth nothing, so no confirmation is needed. The sandbox is free unless it rehearses a service. */
  readonly free: boolean;
  /** As last read. */
  readonly balance?: { readonly credits: number; readonly at: number } | undefined;
}

/** The user's own settings; a workspace cannot change them. */
export interface AppSettings extends AgentsLimits {
  /** The most entries of leave-out lists that are sent to the service. */
  readonly sentItems: number;
}

/** A saved search, or one that exists only in the call. */
export interface AppSearch {
  /** Displayed as the name of its runs. */
  readonly title: string;
  readonly document: SearchDocument;
  /** URI of its file; absent for a search without a file. */
  readonly source?: string | undefined;
}

/** Leave-out lists with the current content of their files. */
export interface ReadLists {
  /** URIs of the lists that the search names; stored with its run. */
  readonly ofSearch: readonly string[];
  /** Entries of these lists and of those for every search. */
  readonly entries: readonly LeaveOutEntry[];
  /** A sentence for each list with lines that do not leave out anybody. */
  readonly remarks: readonly string[];
}

/** The methods reject with a `Refusal` when a list is missing or cannot be read; then nothing must be sent. */
export interface AppLists {
  /** Reads the lists that a search names and those for every search. Changes nothing. */
  read(search: AppSearch): Promise<ReadLists>;
  /**
   * Reads the same lists before an action that may cost credits, and hides their entries from all displayed records.
   * Without a search, only those for every search.
   */
  reload(search?: AppSearch): Promise<ReadLists>;
}

/**
 * The files that tools may read and write: those in the folders of the workspace. Paths are relative to the first
 * folder, with `/`. All methods reject with a `Refusal` for a path outside, including by a link, and for anything but a
 * regular file.
 */
export interface AppFiles {
  /** Absent without a folder; then no file can be read or written. */
  readonly root: string | undefined;
  /** Rejects with the reason "notFound" if the file does not exist. */
  readSearch(path: string): Promise<{ readonly uri: string; readonly text: string }>;
  /** Reads a table, or a text with a list. */
  readTable(path: string): Promise<{ readonly uri: string; readonly bytes: Uint8Array }>;
  /** The path of a file to export to, on this machine; missing folders are created. */
  target(path: string, replace: boolean): Promise<string>;
}

export interface App {
  readonly store: DeskStore;
  readonly runs: RunStore;
  readonly budgets: Budgets;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  /** The enrichments that this machine tracks. */
  readonly enrichments: EnrichmentList;
  readonly files: AppFiles;
  readonly lists: AppLists;
  /**
   * The saved search of a run with the current text of its file; `undefined` when it is missing or cannot be parsed.
   */
  searchAt(source: string | undefined): Promise<SearchDocument | undefined>;
  settings(): Promise<AppSettings>;
  /** Rejects with a `Refusal` that says how to connect. */
  connection(to?: ToContinue): Promise<AppConnection>;
  /** The service whose stored answers apply, even while it is not reachable; `undefined` without a connection. */
  origin(): string | undefined;
  /** The chunks of a file, by its URI; each call reads it again. Throws when this process cannot read such files. */
  bytesOf(uri: string): ByteSource;
  /** Call after a payment: the balance is read again and displayed. */
  spent(): void;
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

/** Progress and cancellation of a call. */
export interface Call {
  readonly signal: AbortSignal;
  /**
   * `total` is absent while it is unknown. The message is a sentence without record data. `run` is the progress of a
   * run, for callers that display runs.
   */
  readonly onProgress: (done: number, total: number | undefined, message: string, run?: RunProgress) => void;
}

/**
 * The subject of a question. With a cost: a sum, a cost that the service does not say, a page that may be charged
 * twice, a recent result of the same search, the same search in progress elsewhere, an export of selected records that
 * cannot be repeated. Without a cost: an action that changes data of others.
 */
export type QuestionSubject =
  | ("sum" | "unknownCost" | "twice" | "recent" | "inProgress" | "selection")
  | ("deletion" | "restore");

export interface Choice {
  readonly id: string;
  /** Starts with a verb, as on a button. */
  readonly label: string;
  /** The most that this choice may cost. */
  readonly credits: number;
}

export interface Question {
  readonly about: QuestionSubject;
  /** "Run “Fintech in Berlin”?" */
  readonly title: string;
  /** The plan, the balance, the connection: each on its own line. */
  readonly sentences: readonly string[];
  /** All choices except declining. */
  readonly choices: readonly Choice[];
}

/** The id of a choice; "no": declined; "cannot": nobody can be asked here. */
export type Answer = string;

// The app of processes without VS Code, the MCP server and the command line: the same database, budgets and rate limits
// as the windows, with the connection of the environment and the user settings stored by windows.
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DeskStore } from "../../export/storeExport";
import { StoreRateLimitGate } from "../../runs/storeRateLimitGate";
import { createServiceClient } from "../../service/client";
import { ServiceFailure } from "../../service/errors";
import { keyHashOf } from "../../service/keyFormat";
import type { ServiceClient } from "../../service/serviceClient";
import { createSystemClock } from "../../service/systemClock";
import { TransportFailure, whileKeyExists, type Clock, type Transport } from "../../service/wire";
import { databaseName, StoreClient } from "../../store/client";
import { Refusal, type App, type AppConnection, type AppFiles, type AppLists } from "../app";
import { openAppCore } from "../appCore";
import { earlierDatabaseText } from "../databaseBackups";
import { readStoredSettings, type StoredSettings } from "../settings";
import type { AppEnvironment } from "./environment";
import type * as LeaveOutLists from "./leaveOutLists";
import { fileBytes } from "./nodeFiles";

/** The service rejected the key. */
export class KeyRejected extends Refusal {
  constructor(message: string) {
    super(message, "connection");
  }
}

/** A transport to one origin that can be closed. */
export type ClosableTransport = Transport & { readonly close?: () => Promise<void> };

/** Properties of the process. */
export interface HeadlessProcess {
  readonly environment: AppEnvironment;
  /** The current folder. */
  readonly cwd: string;
  /** The script of the database's worker thread. */
  readonly worker: URL;
  readonly version: string;
  /** These are large, so they are loaded on first use. */
  readonly openTransport: (origin: string, waitSeconds: number) => Promise<ClosableTransport>;
  readonly openSandbox: (clock: Clock, key: string) => Promise<Transport>;
}

/** Options of a command or a server. */
export interface HeadlessChoices {
  /** Use the embedded service. */
  readonly sandbox: boolean;
  /** Log requests, without keys and records. */
  readonly debug?: boolean | undefined;
  /** End the pause that the service asked for, before anything is sent. */
  readonly tryNow?: boolean | undefined;
  readonly files: AppFiles;
  readonly ask: App["ask"];
  /** Somebody can free disk space for paid replies that the database refuses. */
  readonly waits: boolean;
}

export interface HeadlessAppDeps extends HeadlessProcess, HeadlessChoices {
  /** Needs the libraries for tables, so it is loaded on first use. */
  readonly leaveOutLists: () => Promise<typeof LeaveOutLists>;
  /** A sentence for the log, without data. */
  readonly log: (line: string) => void;
}

const sandboxKey = "sandbox-key";
const sandboxInfo = { id: "sandbox", label: "Sandbox", origin: "sandbox:", workspaceId: "sandbox-workspace" } as const;
/** How long a balance is cached, in ms. */
const balanceMs = 60_000;

/** Saves pages that were kept in files, as far as possible, and logs them. */
export async function saveKeptPages({ runs }: App, log: (line: string) => void): Promise<void> {
  try {
    for (const { file, run } of await runs.saveKeptPages()) {
      log(`A page that was paid for and kept in ${file} is saved in run ${run} now.`);
    }
  } catch {
    // The database cannot be opened or written: the command itself reports that if it matters.
  }
}

/** Does not open a file or send a request yet. */
export function openHeadlessApp(deps: HeadlessAppDeps) {
  const clock = createSystemClock();
  const owner = randomBytes(8).toString("hex");
  const file = path.join(deps.environment.home, "store", databaseName);
  const client: StoreClient<DeskStore> = new StoreClient(
    deps.worker,
    { file },
    {
      onOpened: (earlier) => {
        if (earlier !== undefined) {
          deps.log(earlierDatabaseText(earlier));
        }
      },
    },
  );
  const { store } = client;
  /** As last read, because budgets need them synchronously. */
  let settings: StoredSettings | undefined;
  const readSettings = async (): Promise<StoredSettings> => (settings = await readStoredSettings(store));
  const connection = new HeadlessConnection(deps, { store, clock, owner });
  let openedLists: Promise<AppLists> | undefined;
  const lists = (): Promise<AppLists> =>
    (openedLists ??= deps.leaveOutLists().then((module) => module.createLeaveOutLists(store, [deps.cwd])));
  const app: App = {
    ...openAppCore({
      store,
      clock,
      random: randomBytes,
      owner,
      confirmAbove: () => settings?.confirmAbove ?? 0,
      keeper: { folders: [path.dirname(file), tmpdir()], waits: deps.waits },
    }),
    files: deps.files,
    lists: {
      read: async (search) => (await lists()).read(search),
      reload: async (search) => (await lists()).reload(search),
    },
    searchAt: async (source) => (await deps.leaveOutLists()).searchFileAt(source),
    settings: readSettings,
    connection: async () => connection.open((await readSettings()).waitSeconds),
    origin: () => connection.origin(),
    bytesOf: fileBytes,
    spent: () => connection.forgetBalance(),
    ask: deps.ask,
  };
  return {
    app,
    /** Closes the database and the network after all earlier calls. */
    close: async (): Promise<void> => {
      await connection.close();
      await client.close();
    },
  };
}

type OpenConnection = Omit<AppConnection, "balance">;

/** The connection of the environment. Verifies its key once, and reads its balance again after a payment. */
class HeadlessConnection {
  #transport: ClosableTransport | undefined;
  #opening: Promise<OpenConnection> | undefined;
  #balance: AppConnection["balance"];

  constructor(
    private readonly deps: HeadlessAppDeps,
    private readonly own: { readonly store: DeskStore; readonly clock: Clock; readonly owner: string },
  ) {}

  /** `waitSeconds`: from the user's setting. */
  async open(waitSeconds: number): Promise<AppConnection> {
    this.#opening ??= this.deps.sandbox ? this.#sandbox() : this.#remote(waitSeconds);
    let open: OpenConnection;
    try {
      open = await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw refusalOf(error);
    }
    return { ...open, balance: await this.#readBalance(open.client) };
  }

  origin(): string | undefined {
    if (this.deps.sandbox) {
      return sandboxInfo.origin;
    }
    try {
      return this.deps.environment.connection().origin;
    } catch {
      return undefined; // `open` reports the reason.
    }
  }

  forgetBalance(): void {
    this.#balance = undefined;
  }

  async close(): Promise<void> {
    await this.#transport?.close?.().catch(() => undefined);
  }

  async #sandbox(): Promise<OpenConnection> {
    const transport = await this.deps.openSandbox(this.own.clock, sandboxKey);
    const client = await this.#client(transport, sandboxInfo.origin, sandboxKey);
    return { info: sandboxInfo, client, sandbox: true, free: !this.deps.environment.sandboxAsks };
  }

  async #remote(usualSeconds: number): Promise<OpenConnection> {
    const { id, label, origin, key, isOfWindow, waitSeconds = usualSeconds } = this.deps.environment.connection();
    this.#transport ??= await this.deps.openTransport(origin, waitSeconds);
    const hash = keyHashOf(origin, key);
    const transport = isOfWindow
      ? whileKeyExists(this.#transport, async () => !(await this.own.store.pauses.isDeleted(hash)))
      : this.#transport;
    const client = await this.#client(transport, origin, key);
    const { workspace_id: workspaceId } = await client.verifyKey();
    return { info: { id, label, origin, workspaceId }, client, sandbox: false, free: false };
  }

  async #client(transport: Transport, origin: string, key: string): Promise<ServiceClient> {
    const { store, clock, owner } = this.own;
    const { debug = false, log } = this.deps;
    const gate = new StoreRateLimitGate({ pauses: store.pauses, keyHash: keyHashOf(origin, key), clock, owner });
    const userAgent = `prospect-desk/${this.deps.version}`;
    if (this.deps.tryNow === true) {
      await gate.open();
    }
    return createServiceClient({
      transport: debug ? logged(transport, log) : transport,
      key,
      userAgent,
      clock,
      random: Math.random,
      gate,
    });
  }

  /** The balance is optional: without it, the plan omits it. */
  async #readBalance(client: ServiceClient): Promise<AppConnection["balance"]> {
    const now = this.own.clock.now();
    if (this.#balance === undefined || now - this.#balance.at > balanceMs) {
      this.#balance = await client.credits().then(
        ({ balance }) => ({ credits: balance, at: this.own.clock.now() }),
        () => undefined,
      );
    }
    return this.#balance;
  }
}

/** Logs requests and replies without queries, headers and bodies, which contain keys and personal data. */
const logged =
  (transport: Transport, log: (line: string) => void): Transport =>
  async (request, signal) => {
    const what = `${request.method} ${request.path.replace(/\?.*/su, "?…")}`;
    const start = performance.now();
    const took = (): string => `${Math.round(performance.now() - start)} ms`;
    try {
      const reply = await transport(request, signal);
      log(
        `${what}: ${request.body?.length ?? 0} bytes sent; HTTP ${reply.status}, ${reply.body.length} bytes, ${took()}`,
      );
      return reply;
    } catch (error) {
      const why =
        error instanceof TransportFailure ? `${error.failure}, ${error.sent ? "sent" : "not sent"}` : "failed";
      log(`${what}: no reply (${why}), ${took()}`);
      throw error;
    }
  };

/** Converts a connection failure to a `Refusal`. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ServiceFailure)) {
    return error;
  }
  return error.detail.code === "unauthorized"
    ? new KeyRejected(`The service rejected the key of PROSPECT_DESK_KEY. ${error.detail.message}`)
    : new Refusal(`Not connected. ${error.detail.message}`, "connection", { cause: error });
}

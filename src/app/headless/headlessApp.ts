// The app of processes without VS Code, the MCP server and the command line: the same database, budgets and rate
// limits as the windows, with the connection of the environment.
import { randomBytes } from "node:crypto";
import * as disk from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DeskStore } from "../../export/storeExport";
import type { PageKeeper } from "../../runs/keptPages";
import { StoreRateLimitGate } from "../../runs/storeRateLimitGate";
import { createServiceClient } from "../../service/client";
import { ServiceFailure } from "../../service/errors";
import { shortestWait } from "../../service/exchange";
import { keyHashOf } from "../../service/keyHash";
import type { ServiceClient } from "../../service/serviceClient";
import { createSystemClock } from "../../service/systemClock";
import { whileKeyExists, type Clock, type Transport } from "../../service/wire";
import { StoreClient } from "../../store/client";
import { Refusal, type AppConnection, type App, type AppFiles, type AppLists, type AppSettings } from "../app";
import { openAppCore } from "../appCore";
import type { AppEnvironment } from "./environment";
import { fileBytes } from "./fileUri";
import { searchFileAt } from "./heldLists";
import { readStoredSettings } from "../storedSettings";

/** The service rejected the key. */
export class KeyRejected extends Refusal {
  constructor(message: string) {
    super(message, "connection");
  }
}

/** A transport to one origin that can be closed. */
export type ClosableTransport = Transport & { readonly close?: () => Promise<void> };

export interface HeadlessAppDeps {
  readonly environment: AppEnvironment;
  /** Use the embedded service. */
  readonly sandbox: boolean;
  /** End the pause that the service asked for, before anything is sent. */
  readonly tryNow?: boolean | undefined;
  /** The script of the database's worker thread. */
  readonly worker: URL;
  readonly version: string;
  /** Both are large, so they are loaded on first use. */
  readonly openTransport: (origin: string, waitSeconds: number) => Promise<ClosableTransport>;
  readonly openSandbox: (clock: Clock, key: string) => Promise<Transport>;
  readonly files: AppFiles;
  readonly lists: (store: DeskStore, clock: Clock) => AppLists;
  readonly ask: App["ask"];
  /** The current folder: paid replies that the database and its folder refuse are kept there. */
  readonly cwd: string;
  /** What happens with them otherwise. */
  readonly keeper: Pick<PageKeeper, "wait" | "retryMs">;
  /** A sentence for the log, without data. */
  readonly log: (line: string) => void;
}

export interface HeadlessApp {
  readonly app: App;
  /** Ends the database and the network after the calls that were made before. */
  close(): Promise<void>;
}

const sandboxKey = "sandbox-key";
const sandboxInfo = { id: "sandbox", label: "Sandbox", origin: "sandbox:", workspaceId: "sandbox-workspace" } as const;
/** How long a balance that was read is used, in ms. */
const balanceMs = 60_000;

/** How often a server tries to save what it has kept in files, in ms. */
export const retryKeptMs = 10_000;

/** Saves what was kept in files before, as far as that is possible, and says so. */
export async function takeInKept({ runs }: App, log: (line: string) => void): Promise<void> {
  try {
    for (const outcome of await runs.takeInKept()) {
      if (outcome.kind === "left") {
        log(outcome.sentence);
      } else if (outcome.kind === "stored") {
        log(`A page that was paid for and kept in ${outcome.file} is saved in run ${outcome.run} now.`);
      }
    }
  } catch {
    // The database cannot be opened or written: the command says so where it matters.
  }
}

/** Opens no file and sends nothing yet. */
export function openHeadlessApp(deps: HeadlessAppDeps): HeadlessApp {
  const clock = createSystemClock();
  const owner = randomBytes(8).toString("hex");
  const file = path.join(deps.environment.home, "store", "prospect-desk.db");
  const client: StoreClient<DeskStore> = new StoreClient(
    deps.worker,
    { file },
    { onNotice: ({ message }) => deps.log(message) },
  );
  const { store } = client;
  const settings = new CurrentSettings(store);
  const connection = new HeadlessConnection(deps, { store, clock, owner, settings });
  const app: App = {
    ...openAppCore({
      store,
      clock,
      random: randomBytes,
      owner,
      confirmAbove: () => settings.confirmAbove,
      keeper: { ...deps.keeper, disk, folders: [path.dirname(file), deps.cwd, tmpdir()] },
    }),
    files: deps.files,
    lists: deps.lists(store, clock),
    searchAt: searchFileAt,
    settings: () => settings.read(),
    connection: async () => {
      await settings.read();
      return connection.open();
    },
    origin: () => connection.origin(),
    bytesOf: fileBytes,
    spent: () => connection.forgetBalance(),
    ask: deps.ask,
  };
  return {
    app,
    close: async () => {
      await connection.close();
      await client.close();
    },
  };
}

/** The user's settings, which the windows write to the database. */
class CurrentSettings {
  /** As last read, because budgets need it at once. Nothing until then. */
  confirmAbove = 0;
  waitSeconds = shortestWait;

  constructor(private readonly store: Pick<DeskStore, "settings">) {}

  async read(): Promise<AppSettings> {
    const { confirmAbove, waitSeconds, ...settings } = await readStoredSettings(this.store);
    this.confirmAbove = confirmAbove;
    this.waitSeconds = waitSeconds;
    return settings;
  }
}

interface ConnectionDeps {
  readonly store: DeskStore;
  readonly clock: Clock;
  readonly owner: string;
  readonly settings: CurrentSettings;
}

type OpenConnection = Omit<AppConnection, "balance">;

/** The connection of the environment: its key is verified once, its balance is read again after something was paid. */
class HeadlessConnection {
  #transport: ClosableTransport | undefined;
  #opening: Promise<OpenConnection> | undefined;
  #balance: AppConnection["balance"];

  constructor(
    private readonly deps: HeadlessAppDeps,
    private readonly own: ConnectionDeps,
  ) {}

  async open(): Promise<AppConnection> {
    this.#opening ??= this.deps.sandbox ? this.#sandbox() : this.#remote();
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
      return undefined; // `open` says why.
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
    return { info: sandboxInfo, client, sandbox: true };
  }

  async #remote(): Promise<OpenConnection> {
    const { id, label, origin, key, isOfWindow, waitSeconds } = this.deps.environment.connection();
    this.#transport ??= await this.deps.openTransport(origin, waitSeconds ?? this.own.settings.waitSeconds);
    const hash = keyHashOf(origin, key);
    const transport = isOfWindow
      ? whileKeyExists(this.#transport, async () => !(await this.own.store.pauses.isDeleted(hash)))
      : this.#transport;
    const client = await this.#client(transport, origin, key);
    const { workspace_id: workspaceId } = await client.verifyKey();
    return { info: { id, label, origin, workspaceId }, client, sandbox: false };
  }

  async #client(transport: Transport, origin: string, key: string): Promise<ServiceClient> {
    const { store, clock, owner } = this.own;
    const gate = new StoreRateLimitGate({ pauses: store.pauses, keyHash: keyHashOf(origin, key), clock, owner });
    const userAgent = `prospect-desk/${this.deps.version}`;
    if (this.deps.tryNow === true) {
      await gate.open();
    }
    return createServiceClient({ transport, key, userAgent, clock, random: Math.random, gate });
  }

  /** A balance that cannot be read is not needed: the plan then says less. */
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

/** What prevents connecting, as a sentence. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ServiceFailure)) {
    return error;
  }
  return error.detail.code === "unauthorized"
    ? new KeyRejected(`The service rejected the key of PROSPECT_DESK_KEY. ${error.detail.message}`)
    : new Refusal(`Not connected. ${error.detail.message}`, "connection", { cause: error });
}

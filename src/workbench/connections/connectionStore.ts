// Stored connections: one SecretStorage entry each, with origin and key together, so that a key is sent nowhere else.
import { EventEmitter, type Disposable, type Event, type Memento, type SecretStorage } from "vscode";
import * as z from "zod";
import type { ConnectionInfo } from "../account";
import { errorText } from "../errorText";

/** A connection with its key; it never leaves the extension host. */
export interface StoredConnection extends ConnectionInfo {
  readonly key: string;
}

/** The secret storage failed; the message is the platform's. */
export class SecretsUnavailable extends Error {
  override readonly name = "SecretsUnavailable";
}

const activeEntry = "prospectDesk.activeConnection";
const entryOf = (id: string): string => `prospectDesk.connection.${id}`;

const envelope = z.object({
  version: z.literal(1),
  id: z.string(),
  label: z.string().max(200),
  origin: z.url({ protocol: /^https?$/ }),
  workspaceId: z.string(),
  key: z.string().min(1),
});

/** The embedded service. It needs no key, so nothing is stored for it. */
export const sandboxConnection: ConnectionInfo = {
  id: "sandbox",
  label: "Sandbox",
  origin: "sandbox:",
  workspaceId: "sandbox-workspace",
  sandbox: true,
};

export interface ConnectionStore extends Disposable {
  /** Fires when a connection is added, removed or chosen, also by another window. */
  readonly onDidChange: Event<void>;
  /** The id of the connection in use. */
  readonly activeId: string | undefined;
  list(): Promise<readonly ConnectionInfo[]>;
  get(id: string): Promise<StoredConnection | undefined>;
  add(connection: StoredConnection): Promise<void>;
  remove(id: string): Promise<void>;
  choose(id: string | undefined): Promise<void>;
}

export function createConnectionStore(secrets: SecretStorage, state: Memento): ConnectionStore {
  const changed = new EventEmitter<void>();
  const elsewhere = secrets.onDidChange(({ key }) => {
    if (key.startsWith(entryOf(""))) {
      changed.fire();
    }
  });

  async function read(entry: string): Promise<unknown> {
    const text = await guarded(() => secrets.get(entry));
    try {
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    } catch {
      return undefined;
    }
  }
  const write = (entry: string, value: unknown): Promise<void> =>
    guarded(() => secrets.store(entry, JSON.stringify(value)));

  async function get(id: string): Promise<StoredConnection | undefined> {
    const parsed = envelope.safeParse(await read(entryOf(id)));
    if (!parsed.success || parsed.data.id !== id) {
      return undefined;
    }
    const { key, label, origin, workspaceId } = parsed.data;
    return { id, key, label, origin, workspaceId, sandbox: false };
  }

  return {
    onDidChange: changed.event,
    get activeId() {
      return state.get<string>(activeEntry);
    },
    get,
    async list() {
      // A separate list of entries could lose one when two windows connect at the same time.
      const entries = (await guarded(() => secrets.keys())).filter((key) => key.startsWith(entryOf("")));
      const found = await Promise.all(entries.map((key) => get(key.slice(entryOf("").length))));
      return found
        .filter((connection) => connection !== undefined)
        .map(withoutKey)
        .sort((one, other) => one.label.localeCompare(other.label) || (one.id < other.id ? -1 : 1));
    },
    async add({ sandbox: _sandbox, ...connection }) {
      await write(entryOf(connection.id), { version: 1, ...connection });
      changed.fire();
    },
    async remove(id) {
      await guarded(() => secrets.delete(entryOf(id)));
      if (state.get(activeEntry) === id) {
        await state.update(activeEntry, undefined);
      }
      changed.fire();
    },
    async choose(id) {
      await state.update(activeEntry, id);
      changed.fire();
    },
    dispose() {
      elsewhere.dispose();
      changed.dispose();
    },
  };
}

/** What may be shown and stored outside the secret storage. */
function withoutKey({ id, label, origin, workspaceId, sandbox }: ConnectionInfo): ConnectionInfo {
  return { id, label, origin, workspaceId, sandbox };
}

async function guarded<T>(work: () => Thenable<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new SecretsUnavailable(errorText(cause), { cause });
  }
}

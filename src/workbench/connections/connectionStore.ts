// Stored connections: one SecretStorage entry each, with origin and key together, so that a key is only sent to its
// origin.
import { EventEmitter, type Disposable, type Memento, type SecretStorage } from "vscode";
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

export class ConnectionStore implements Disposable {
  readonly #changed = new EventEmitter<void>();
  /** Fires when a connection is added, removed or chosen, in this or another window. */
  readonly onDidChange = this.#changed.event;
  readonly #elsewhere: Disposable;

  constructor(
    private readonly secrets: SecretStorage,
    private readonly state: Memento,
  ) {
    this.#elsewhere = secrets.onDidChange(({ key }) =>
      key.startsWith(entryOf("")) ? this.#changed.fire() : undefined,
    );
  }

  /** The id of the connection in use. */
  get activeId(): string | undefined {
    return this.state.get<string>(activeEntry);
  }

  async list(): Promise<readonly ConnectionInfo[]> {
    // A separate list of entries could lose one when two windows connect at the same time.
    const entries = (await guarded(() => this.secrets.keys())).filter((key) => key.startsWith(entryOf("")));
    const found = await Promise.all(entries.map((key) => this.get(key.slice(entryOf("").length))));
    return found
      .filter((connection) => connection !== undefined)
      .map(withoutKey)
      .sort((one, other) => one.label.localeCompare(other.label) || (one.id < other.id ? -1 : 1));
  }

  async get(id: string): Promise<StoredConnection | undefined> {
    const text = await guarded(() => this.secrets.get(entryOf(id)));
    const { data } = envelope.safeParse(jsonIn(text));
    return data?.id === id ? { ...withoutKey({ ...data, sandbox: false }), key: data.key } : undefined;
  }

  async add({ sandbox: _sandbox, ...connection }: StoredConnection): Promise<void> {
    const text = JSON.stringify({ version: 1, ...connection });
    await guarded(() => this.secrets.store(entryOf(connection.id), text));
    this.#changed.fire();
  }

  async remove(id: string): Promise<void> {
    await guarded(() => this.secrets.delete(entryOf(id)));
    if (this.activeId === id) {
      await this.state.update(activeEntry, undefined);
    }
    this.#changed.fire();
  }

  async choose(id: string | undefined): Promise<void> {
    await this.state.update(activeEntry, id);
    this.#changed.fire();
  }

  dispose(): void {
    this.#elsewhere.dispose();
    this.#changed.dispose();
  }
}

/** `undefined` also for invalid JSON. */
function jsonIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The part that may be shown and stored outside the secret storage. */
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

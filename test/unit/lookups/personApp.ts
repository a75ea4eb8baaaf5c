// The surroundings of actions of a person at a window, over a rig.
import type { App, AppConnection } from "../../../src/app/app";
import { fileBytes } from "../../../src/app/headless/nodeFiles";
import { bytesSource } from "../../../src/csv/textLines";
import { EnrichmentList } from "../../../src/enrichments/enrichmentList";
import { connection as usual, type Rig } from "../runs/runRig";

export interface PersonAppOptions {
  readonly ask: App["ask"];
  readonly connection?: Partial<AppConnection>;
  /** Rejects while a leave-out list cannot be read. */
  readonly reload?: App["lists"]["reload"];
  /** Text of files that are not on the disk, by URI. */
  readonly texts?: ReadonlyMap<string, string>;
}

export function personApp(
  rig: Pick<Rig, "store" | "runs" | "budgets" | "clock" | "client">,
  { ask, connection, reload, texts }: PersonAppOptions,
): App {
  const { store, runs, budgets, clock, client } = rig;
  const opened: AppConnection = { info: usual, client, sandbox: false, ...connection };
  const none = async () => ({ ofSearch: [], entries: [] });
  return {
    store: store as App["store"],
    runs,
    budgets,
    clock,
    lists: { read: none, reload: reload ?? none },
    ask,
    searchAt: async () => undefined,
    random: (bytes) => new Uint8Array(bytes),
    enrichments: new EnrichmentList({ store, clock, owner: "w" }),
    files: {} as App["files"],
    settings: () => Promise.resolve({ creditsPerDay: 0, creditsPerMonth: null, sentItems: 100 }),
    connection: () => Promise.resolve(opened),
    origin: () => opened.info.origin,
    bytesOf: (uri) => {
      const text = texts?.get(uri);
      return text === undefined ? fileBytes(uri) : bytesSource(Buffer.from(text));
    },
    spent: () => undefined,
  };
}

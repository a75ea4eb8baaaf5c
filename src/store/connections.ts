// Connections that paid for something, without their keys.
import type { StoreDb } from "./storeDb";

export interface Connection {
  readonly id: string;
  readonly label: string;
  readonly origin: string;
  readonly workspaceId: string;
}

interface Row {
  readonly [column: string]: string | number | null;
}

export function saveConnection(db: StoreDb, { id, label, origin, workspaceId }: Connection, facts?: object): void {
  db.run(
    `insert into connection (id, label, origin, workspace_id, facts) values (?, ?, ?, ?, ?)
     on conflict (id) do update set label = excluded.label, origin = excluded.origin,
       workspace_id = excluded.workspace_id, facts = coalesce(excluded.facts, facts)`,
    id,
    label,
    origin,
    workspaceId,
    facts === undefined ? null : JSON.stringify(facts),
  );
}

export function connections(db: StoreDb): readonly (Connection & { readonly facts?: object | undefined })[] {
  return db.all<Row>("select * from connection order by id").map((row) => ({
    id: String(row["id"]),
    label: String(row["label"]),
    origin: String(row["origin"]),
    workspaceId: String(row["workspace_id"]),
    facts: row["facts"] === null ? undefined : (JSON.parse(String(row["facts"])) as object),
  }));
}

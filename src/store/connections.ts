// Connections that paid for something, without their keys.
import type { StoreDb } from "./storeDb";

export interface Connection {
  readonly id: string;
  readonly label: string;
  readonly origin: string;
  readonly workspaceId: string;
}

export function saveConnection(db: StoreDb, { id, label, origin, workspaceId }: Connection): void {
  db.insert(
    "connection",
    { id, label, origin, workspace_id: workspaceId },
    `
    on conflict (id) do update set label = excluded.label, origin = excluded.origin,
      workspace_id = excluded.workspace_id`,
  );
}

export const connections = (db: StoreDb): readonly Connection[] =>
  db
    .all<Connection>("select id, label, origin, workspace_id as workspaceId from connection order by id")
    .map((row) => ({ ...row }));

// Settings of the user that processes without VS Code follow: the window writes them, the command line and the MCP
// server read them.
import type { StoreDb } from "./storeDb";

/** By name; JSON that callers validate. */
export function settings(db: StoreDb): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    db
      .all<{ readonly name: string; readonly value: string }>("select name, value from setting")
      .map(({ name, value }) => [name, JSON.parse(value) as unknown]),
  );
}

/** Other settings stay. */
export function saveSettings(db: StoreDb, values: Readonly<Record<string, unknown>>): void {
  db.write(() => {
    for (const [name, value] of Object.entries(values)) {
      db.run(
        "insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value",
        name,
        JSON.stringify(value),
      );
    }
  });
}

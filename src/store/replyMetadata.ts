// What a reply says beside its records: its cost, the total and the cursor (interface, "Metadata").

export interface ReplyMetadata {
  readonly credits?: number | undefined;
  readonly total?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A number, also one that was sent as text; `undefined` for what is none. */
function numberFrom(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Negative credits say nothing about the cost. */
export function readMetadata(json: string | null): ReplyMetadata {
  const value: unknown = json === null ? undefined : JSON.parse(json);
  if (typeof value !== "object" || value === null) {
    return {};
  }
  const { credits, total, search_after: cursor } = value as Readonly<Record<string, unknown>>;
  const cost = numberFrom(credits);
  const text = typeof cursor === "number" ? String(cursor) : cursor;
  return {
    ...(cost !== undefined && cost >= 0 && { credits: cost }),
    ...(numberFrom(total) !== undefined && { total: numberFrom(total) }),
    ...(typeof text === "string" && text !== "" && { cursor: text }),
  };
}

// Replies of the sandbox as bytes.
import type { HttpReply } from "../service/wire";

const encoder = new TextEncoder();

export function jsonReply(status: number, value: unknown): HttpReply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: encoder.encode(JSON.stringify(value)),
  };
}

/** An error body (interface, "Errors"). */
export function errorReply(status: number, code: string, message: string): HttpReply {
  return jsonReply(status, { code, message });
}

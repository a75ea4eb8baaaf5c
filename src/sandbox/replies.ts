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

export function textReply(status: number, type: string, text: string): HttpReply {
  return { status, headers: { "content-type": type }, body: encoder.encode(text) };
}

/** A wait as the service words it: `500ms`, `2s`, `1m30.5s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.ceil(ms)}ms`;
  const seconds = Math.ceil(ms) / 1000;
  const minutes = Math.floor(seconds / 60);
  const rest = Number((seconds - minutes * 60).toFixed(3));
  return minutes === 0 ? `${rest}s` : `${minutes}m${rest}s`;
}

// The sandbox on a loopback port, for development and tests.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Clock, HttpReply } from "../../src/service/wire";
import type { Sandbox, SandboxAnswer } from "./sandbox";

const compressGzip = promisify(gzip);

export interface SandboxServer {
  /** `http://127.0.0.1:7070` */
  readonly origin: string;
  readonly port: number;
  /** Stops listening and ends every connection, also those in the middle of a reply. */
  close(): Promise<void>;
}

/** Smaller replies are not worth compressing. */
const smallestCompressed = 1024;

/** Serves a sandbox on 127.0.0.1. Port 0 takes a free one. Rejects when it cannot listen on the port. */
export async function serveSandbox(
  sandbox: Pick<Sandbox, "answer">,
  options: { readonly port: number; readonly clock: Pick<Clock, "sleep"> },
): Promise<SandboxServer> {
  const server = createServer((request, response) => {
    const closed = new AbortController();
    response.once("close", () => closed.abort());
    serve(sandbox, options.clock, request, response, closed.signal).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(
  sandbox: Pick<Sandbox, "answer">,
  clock: Pick<Clock, "sleep">,
  request: IncomingMessage,
  response: ServerResponse,
  closed: AbortSignal,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
  const answer = await sandbox.answer({ method: request.method ?? "GET", path: request.url ?? "/", headers, body });
  await deliver(answer, clock, request, response, closed);
}

async function deliver(
  { reply, delivery }: SandboxAnswer,
  clock: Pick<Clock, "sleep">,
  request: IncomingMessage,
  response: ServerResponse,
  closed: AbortSignal,
): Promise<void> {
  if (delivery.reset === "before") {
    request.socket.resetAndDestroy();
    return;
  }
  if (delivery.delayMs !== undefined) await clock.sleep(delivery.delayMs, closed);
  if (delivery.reset === "after") {
    request.socket.resetAndDestroy();
    return;
  }
  const { status, headers, body } = await compressed(reply, String(request.headers["accept-encoding"] ?? ""));
  response.writeHead(status, { ...headers, "content-length": String(body.length) });
  response.end(body);
}

async function compressed(reply: HttpReply, accepted: string): Promise<HttpReply> {
  const isSmall = reply.body.length < smallestCompressed;
  if (isSmall || reply.headers["content-encoding"] !== undefined || !accepted.includes("gzip")) return reply;
  const body = await compressGzip(reply.body, { level: 5 });
  return { ...reply, headers: { ...reply.headers, "content-encoding": "gzip" }, body };
}

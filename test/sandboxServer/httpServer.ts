// The sandbox on a loopback port, for development and tests. Web pages in a browser cannot reach it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { errorReply } from "../../src/sandbox/replies";
import type { Clock, HttpReply } from "../../src/service/wire";
import type { Sandbox, SandboxAnswer } from "./sandbox";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface SandboxServer {
  /** `http://127.0.0.1:7070` */
  readonly origin: string;
  readonly port: number;
  /** Stops listening and ends every connection, also those in the middle of a reply. */
  close(): Promise<void>;
}

const largestBody = 1 << 20;
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
  const refusal = refuseWebPage(request);
  if (refusal) {
    write(response, refusal, false);
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    write(response, errorReply(413, "error.request.too_large", "The body is larger than 1 MiB."), true);
    return;
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
  const answer = await sandbox.answer({ method: request.method ?? "GET", path: request.url ?? "/", headers, body });
  await deliver(answer, clock, request, response, closed);
}

/** Refuses web pages: they send Origin, and DNS rebinding shows in Host. */
function refuseWebPage(request: IncomingMessage): HttpReply | undefined {
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  if (!["127.0.0.1", "localhost", "[::1]"].includes(host.toLowerCase()))
    return errorReply(403, "error.sandbox.host", "The sandbox answers only to 127.0.0.1 and localhost.");
  if (request.headers.origin !== undefined)
    return errorReply(403, "error.sandbox.origin", "The sandbox does not answer to web pages.");
  return undefined;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > largestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
  write(response, await compress(reply, String(request.headers["accept-encoding"] ?? "")), false);
}

function write(response: ServerResponse, reply: HttpReply, closeConnection: boolean): void {
  response.writeHead(reply.status, {
    ...reply.headers,
    "content-length": String(reply.body.length),
    ...(closeConnection ? { connection: "close" } : {}),
  });
  response.end(reply.body);
}

async function compress(reply: HttpReply, accepted: string): Promise<HttpReply> {
  if (reply.body.length < smallestCompressed || reply.headers["content-encoding"] !== undefined) return reply;
  const names = accepted
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.replace(/;.*$/s, "").trim().toLowerCase());
  const encoding = names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : undefined;
  if (encoding === undefined) return reply;
  const body =
    encoding === "br"
      ? await compressBrotli(reply.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await compressGzip(reply.body, { level: 5 });
  return {
    status: reply.status,
    headers: { ...reply.headers, "content-encoding": encoding, vary: "accept-encoding" },
    body,
  };
}

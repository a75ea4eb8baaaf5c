// A server on plain sockets for faulty replies: it reads one request at a time and passes the socket to the test.
import * as net from "node:net";
import type { AddressInfo } from "node:net";
import * as tls from "node:tls";

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Answers one request by writing to the socket or breaking it. */
export type Answer = (socket: net.Socket, request: ReceivedRequest) => void;

export interface RawServer {
  readonly origin: string;
  readonly port: number;
  /** Every complete request, in order. */
  readonly receivedRequests: readonly ReceivedRequest[];
  /** The number of connections, with or without a request. */
  readonly connections: () => number;
  /** Every received byte, also of incomplete requests. */
  readonly received: () => string;
  answer: Answer;
  /** Called with each connection; returns whether it replaces reading requests. */
  onConnection: ((socket: net.Socket) => boolean) | undefined;
  close(): Promise<void>;
}

function readRequests(
  socket: net.Socket,
  seen: (chunk: Buffer) => void,
  onRequest: (request: ReceivedRequest) => void,
): void {
  let buffered = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    seen(chunk);
    buffered = Buffer.concat([buffered, chunk]);
    const end = buffered.indexOf("\r\n\r\n");
    if (end < 0) {
      return;
    }
    const [start = "", ...lines] = buffered.subarray(0, end).toString("latin1").split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const length = Number(headers["content-length"] ?? 0);
    if (buffered.length < end + 4 + length) {
      return;
    }
    const body = buffered.subarray(end + 4, end + 4 + length);
    buffered = buffered.subarray(end + 4 + length);
    const [method = "", path = ""] = start.split(" ");
    onRequest({ method, path, headers, body });
  });
}

export async function startRawServer(
  answer: Answer,
  certificate?: { readonly key: string; readonly cert: string },
  host = "127.0.0.1",
): Promise<RawServer> {
  const receivedRequests: ReceivedRequest[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;
  let received = "";
  const serve = (socket: net.Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    if (running.onConnection?.(socket) === true) {
      return;
    }
    readRequests(
      socket,
      (chunk) => {
        received += chunk.toString("latin1");
      },
      (request) => {
        receivedRequests.push(request);
        running.answer(socket, request);
      },
    );
  };
  const server = certificate === undefined ? net.createServer(serve) : tls.createServer(certificate, serve);
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const running: RawServer = {
    origin: `${certificate === undefined ? "http" : "https"}://${host}:${port}`,
    port,
    receivedRequests,
    connections: () => connections,
    received: () => received,
    answer,
    onConnection: undefined,
    close: () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return running;
}

/** A complete reply with its `content-length`. */
export function wholeReply(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
): Buffer {
  const bytes = Buffer.from(body as string);
  const lines = Object.entries({ "content-length": String(bytes.length), ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Whatever\r\n${lines.join("")}\r\n`), bytes]);
}

/** Breaks the connection with a reset, as a crashed process does. */
export function reset(socket: net.Socket): void {
  if ("resetAndDestroy" in socket && !(socket instanceof tls.TLSSocket)) {
    socket.resetAndDestroy();
  } else {
    socket.destroy();
  }
}

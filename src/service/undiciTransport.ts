/// <reference types="./undiciParts" />
// The transport over the network, based on undici. Loaded on first use because undici is large. Its modules are
// imported one by one, because its index replaces the dispatcher of the global `fetch`.
import { promisify } from "node:util";
import { brotliDecompress, constants, gunzip } from "node:zlib";
import Agent from "undici/lib/dispatcher/agent.js";
import { createConnector, type CertificateSettings } from "./connector";
import { exchange, largestReply, standardDeadlines, type Deadlines, type ReceivedReply } from "./exchange";
import { maySpanObject, parseJsonObject } from "./jsonReply";
import { codeOf } from "./obstacles";
import { routeTo, type ProxySettings, type Route } from "./proxy";
import { TransportFailure, type HttpReply, type Transport } from "./wire";

/** The network settings; when they change, a new transport is created. */
export interface TransportOptions extends ProxySettings, CertificateSettings {
  readonly deadlines?: Partial<Deadlines> | undefined;
}

/**
 * Each chunk needs a round trip to another thread, so a page should fit into one. But a megabyte for each lookup keeps
 * the garbage collector busy.
 */
const chunkSizeFor = ({ byteLength }: Uint8Array): number =>
  Math.min(1024 * 1024, Math.max(16 * 1024, 16 * byteLength));

/** `flush` also returns a body that lacks its end; `finish` rejects it. */
const gzip = { run: promisify(gunzip), finish: constants.Z_FINISH, flush: constants.Z_SYNC_FLUSH };
const brotli = {
  run: promisify(brotliDecompress),
  finish: constants.BROTLI_OPERATION_FINISH,
  flush: constants.BROTLI_OPERATION_FLUSH,
};
const decompressors = new Map([
  ["br", brotli],
  ["gzip", gzip],
  ["x-gzip", gzip],
]);

/** Decompresses the whole body at once: a stream takes twice the time. */
async function decompress(encoding: string, body: Uint8Array, end: "finish" | "flush"): Promise<Uint8Array> {
  const decompressor = decompressors.get(encoding);
  if (decompressor === undefined) {
    throw new TransportFailure("badEncoding", true, "The reply has an unknown content encoding.");
  }
  const { run, [end]: finishFlush } = decompressor;
  try {
    return await run(body, { maxOutputLength: largestReply, chunkSize: chunkSizeFor(body), finishFlush });
  } catch (error) {
    const code = codeOf(error);
    if (code === "ERR_BUFFER_TOO_LARGE") {
      throw new TransportFailure("oversize", true, "The reply is too large.");
    }
    const cause = code === "Z_BUF_ERROR" ? "truncated" : "badEncoding";
    throw new TransportFailure(cause, true, "The reply cannot be decompressed.");
  }
}

const isCutOff = (error: unknown): error is TransportFailure =>
  error instanceof TransportFailure && error.failure === "truncated";

/** The decompressed reply. An incomplete reply is used only when its JSON is complete. */
async function decoded({ brokenBy, ...reply }: ReceivedReply): Promise<HttpReply> {
  const isWhole = (body: Uint8Array): boolean =>
    maySpanObject(body) && parseJsonObject({ status: reply.status, headers: {}, body }).ok;
  const encoding = reply.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  const bodyUntil = async (end: "finish" | "flush"): Promise<Uint8Array> =>
    encoding === "" || encoding === "identity" ? reply.body : decompress(encoding, reply.body, end);
  let broken = brokenBy;
  try {
    if (broken === undefined) {
      return { ...reply, body: await bodyUntil("finish") };
    }
  } catch (error) {
    if (isWhole(reply.body)) {
      // A proxy decompressed the body and kept the header, or the header does not name a compression.
      return reply;
    }
    broken = isCutOff(error) ? error : undefined;
    if (broken === undefined && reply.status < 300) {
      throw error;
    }
  }
  const body = broken === undefined ? undefined : await bodyUntil("flush").catch(() => reply.body);
  if (body !== undefined && isWhole(body)) {
    return { ...reply, body };
  }
  // The status of an error is useful without its body.
  if (reply.status >= 300 && broken?.failure !== "cancelled") {
    return { ...reply, body: new Uint8Array() };
  }
  throw broken;
}

/**
 * A transport to one origin, as returned by `parseOrigin`; no request can reach another one. Decompresses gzip and
 * brotli, rejects replies over 16 MiB, and does not follow redirects.
 */
export function createUndiciTransport(
  origin: string,
  options: TransportOptions = {},
): Transport & { readonly route: Route; close(): Promise<void> } {
  const deadlines = { ...standardDeadlines, ...options.deadlines };
  const route = routeTo(origin, options, process.env);
  const dispatcher = new Agent({
    connect: createConnector(route, { ...options, timeout: deadlines.connect }),
    // The exchange has its own deadlines; undici's must not end it earlier.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    pipelining: 1,
  });
  const transport: Transport = async (request, signal) =>
    decoded(await exchange(dispatcher, origin, request, deadlines, signal));
  return Object.assign(transport, { route, close: () => dispatcher.destroy() });
}

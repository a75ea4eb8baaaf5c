/// <reference types="./undiciParts" />
// The transport over the network, on undici. Loaded on first use: undici is large. Its parts are taken by their own
// files, because its index would put a dispatcher of its own under the `fetch` of the whole process.
import { brotliDecompress, gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import connect from "undici/lib/api/api-connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import UndiciDispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
import { certificateOptions } from "./certificates";
import { exchange, largestReply, standardDeadlines, type Deadlines } from "./exchange";
import { isLoopback } from "./origin";
import { TransportFailure, type Transport } from "./wire";

// The index does this too: without it no tunnel through a proxy can be opened.
Object.assign(UndiciDispatcher.prototype, { connect });

/** The settings of the network as data; the editor reads them and makes a new transport when they change. */
export interface TransportOptions {
  /** The proxy's address; when absent or empty, the environment's `HTTPS_PROXY` counts. */
  readonly proxy?: string | undefined;
  /** Hosts reached without the proxy; when absent or empty, the environment's `NO_PROXY` counts. */
  readonly noProxy?: readonly string[] | undefined;
  /** The value of the Proxy-Authorization header. */
  readonly proxyAuthorization?: string | undefined;
  /** `off`: no proxy at all, not even the environment's. */
  readonly proxySupport?: "on" | "off" | "override" | "fallback" | undefined;
  /** Whether certificates that the system trusts are trusted as well; true when absent. */
  readonly systemCertificates?: boolean | undefined;
  /** Certificates trusted besides, in PEM. */
  readonly certificates?: readonly string[] | undefined;
  readonly deadlines?: Partial<Deadlines> | undefined;
}

function createDispatcher(origin: string, options: TransportOptions, connectMs: number): Dispatcher {
  const tls = {
    ...certificateOptions(options.systemCertificates ?? true, options.certificates ?? []),
    rejectUnauthorized: true,
    timeout: connectMs,
  };
  // The exchange keeps its own deadlines over the whole of it; undici's must not come before them.
  const shared = { connect: tls, headersTimeout: 0, bodyTimeout: 0, allowH2: false, pipelining: 1 };
  // This machine is reached directly, as VS Code does it: no proxy need know of a service that runs here.
  if (options.proxySupport === "off" || isLoopback(new URL(origin).hostname)) {
    return new Agent(shared);
  }
  const proxy = options.proxy ? { httpProxy: options.proxy, httpsProxy: options.proxy } : {};
  const noProxy = options.noProxy && options.noProxy.length > 0 ? { noProxy: options.noProxy.join(",") } : {};
  const token = options.proxyAuthorization ? { token: options.proxyAuthorization } : {};
  return new EnvHttpProxyAgent({
    ...shared,
    ...proxy,
    ...noProxy,
    ...token,
    requestTls: tls,
    proxyTls: tls,
    proxyTunnel: false,
  });
}

type Unpack = (
  body: Uint8Array,
  options: { readonly maxOutputLength: number; readonly chunkSize: number },
  done: (error: Error | null, unpacked: Buffer) => void,
) => void;

/** Each piece is a trip to another thread and back, so a page should fit into one. */
const unpackedPieceSize = 1024 * 1024;

const unpackers: ReadonlyMap<string, Unpack> = new Map([
  ["br", brotliDecompress as Unpack],
  ["gzip", gunzip as Unpack],
  ["x-gzip", gunzip as Unpack],
]);

/** The whole body at once: decompressing as a stream costs twice the time. */
async function decompress(encoding: string, body: Uint8Array): Promise<Uint8Array> {
  const unpack = unpackers.get(encoding);
  if (unpack === undefined) {
    throw new TransportFailure("badEncoding", true, "The reply has an unknown content encoding.");
  }
  return new Promise((resolve, reject) => {
    unpack(body, { maxOutputLength: largestReply, chunkSize: unpackedPieceSize }, (error, unpacked) => {
      const { code } = (error ?? {}) as NodeJS.ErrnoException;
      if (error === null) {
        resolve(unpacked);
      } else if (code === "ERR_BUFFER_TOO_LARGE") {
        reject(new TransportFailure("oversize", true, "The reply is too large."));
      } else {
        const isCutOff = code === "Z_BUF_ERROR" || body.byteLength === 0;
        reject(new TransportFailure(isCutOff ? "truncated" : "badEncoding", true, "The reply cannot be decompressed."));
      }
    });
  });
}

/**
 * A transport to one origin, as `parseOrigin` gives it: nothing in a request can make it speak to another. Replies in
 * gzip and brotli are unpacked, those over 16 MiB refused, redirects handed back as they are.
 */
export function createUndiciTransport(
  origin: string,
  options: TransportOptions = {},
): Transport & { close(): Promise<void> } {
  const deadlines = { ...standardDeadlines, ...options.deadlines };
  const dispatcher = createDispatcher(origin, options, deadlines.connect);
  const transport: Transport = async (request, signal) => {
    const reply = await exchange(dispatcher, origin, request, deadlines, signal);
    const encoding = reply.headers["content-encoding"]?.trim().toLowerCase() ?? "";
    if (encoding === "" || encoding === "identity") {
      return reply;
    }
    try {
      return { ...reply, body: await decompress(encoding, reply.body) };
    } catch (error) {
      // The status of a refusal says enough without its body.
      if (reply.status >= 300) {
        return { ...reply, body: new Uint8Array() };
      }
      throw error;
    }
  };
  return Object.assign(transport, { close: () => dispatcher.destroy() });
}

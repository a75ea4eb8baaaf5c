// Which certificate authorities a connection trusts. They can be extended; verification cannot be turned off.
import * as tls from "node:tls";
import { Worker } from "node:worker_threads";

/** Runs in another thread, because some systems need seconds to list their certificates, once up to 40. */
const readInThread = `
  const { getCACertificates } = require("node:tls");
  const known = new Set(getCACertificates?.("default"));
  const found = getCACertificates?.("system") ?? [];
  require("node:worker_threads").parentPort.postMessage(found.filter((certificate) => !known.has(certificate)));`;

let ofSystem: Promise<readonly string[]> | undefined;

/** The system's certificates in PEM, which Node does not trust by default (needs Node 22.15). Read once. */
export function systemCertificates(): Promise<readonly string[]> {
  ofSystem ??= new Promise((resolve) => {
    const worker = new Worker(readInThread, { eval: true });
    worker.once("message", resolve).once("error", () => resolve([]));
  });
  return ofSystem;
}

/**
 * TLS options that trust the authorities of Node and `additional` ones in PEM. Without additions Node's default is
 * used, which also reads `NODE_EXTRA_CA_CERTS`.
 */
export function trusting(additional: readonly string[]): { readonly secureContext?: tls.SecureContext } {
  if (additional.length === 0) {
    return {};
  }
  const { getCACertificates } = tls as { readonly getCACertificates?: (type: "default") => readonly string[] };
  const standard = getCACertificates?.("default") ?? tls.rootCertificates;
  return { secureContext: tls.createSecureContext({ ca: [...standard, ...additional] }) };
}

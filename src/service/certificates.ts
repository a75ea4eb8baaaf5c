// Which certificate authorities a connection trusts. Verification itself is never a choice.
import * as tls from "node:tls";

interface SystemCertificates {
  readonly getCACertificates?: (type: "default" | "system") => readonly string[];
}

/** Made once per set of authorities: parsing some hundred certificates for every connection costs milliseconds. */
const contexts = new Map<string, tls.SecureContext>();

/**
 * The TLS options that trust Node's own authorities, the system's when `fromSystem` (which takes Node 22.15), and those
 * given. Without any addition Node's default stays, which also reads `NODE_EXTRA_CA_CERTS`.
 */
export function certificateOptions(
  fromSystem: boolean,
  besides: readonly string[],
): { readonly secureContext?: tls.SecureContext } {
  const { getCACertificates } = tls as SystemCertificates;
  const system = fromSystem && getCACertificates !== undefined ? getCACertificates("system") : [];
  if (system.length === 0 && besides.length === 0) {
    return {};
  }
  const name = JSON.stringify([fromSystem, besides]);
  let context = contexts.get(name);
  if (context === undefined) {
    const standard = getCACertificates?.("default") ?? tls.rootCertificates;
    context = tls.createSecureContext({ ca: [...standard, ...system, ...besides] });
    contexts.set(name, context);
  }
  return { secureContext: context };
}

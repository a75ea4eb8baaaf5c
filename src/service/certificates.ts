// The certificate authorities that a connection trusts. Verification cannot be turned off.
import * as tls from "node:tls";

interface SystemCertificates {
  readonly getCACertificates?: (type: "default" | "system") => readonly string[];
}

/** One per set of authorities: parsing about a hundred certificates for every connection takes milliseconds. */
const contexts = new Map<string, tls.SecureContext>();

/**
 * TLS options that trust the authorities of Node, those of the system if `fromSystem` (needs Node 22.15), and
 * `additional` ones in PEM. Without additions Node's default is used, which also reads `NODE_EXTRA_CA_CERTS`.
 */
export function certificateOptions(
  fromSystem: boolean,
  additional: readonly string[],
): { readonly secureContext?: tls.SecureContext } {
  const { getCACertificates } = tls as SystemCertificates;
  const system = fromSystem && getCACertificates !== undefined ? getCACertificates("system") : [];
  if (system.length === 0 && additional.length === 0) {
    return {};
  }
  const name = JSON.stringify([fromSystem, additional]);
  let context = contexts.get(name);
  if (context === undefined) {
    const standard = getCACertificates?.("default") ?? tls.rootCertificates;
    context = tls.createSecureContext({ ca: [...standard, ...system, ...additional] });
    contexts.set(name, context);
  }
  return { secureContext: context };
}

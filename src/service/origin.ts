// The address of a service: where a key may be sent and where it may not.
import * as l10n from "@vscode/l10n";

export type OriginParsing =
  { readonly ok: true; readonly origin: string } | { readonly ok: false; readonly problem: string };

const wrong = (problem: string): OriginParsing => ({ ok: false, problem });

/** Whether a host name of a URL is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/u.test(hostname);
}

/**
 * The origin of the service from what a person typed: `https` anywhere, plain `http` on this machine only, and nothing
 * beside host and port. A missing scheme means `https`. The problem is a sentence for that person.
 */
export function parseOrigin(text: string): OriginParsing {
  const typed = text.trim();
  if (typed === "") {
    return wrong(l10n.t("Enter the address of the service, such as https://api.service.example."));
  }
  if (/[\s\p{Cc}\p{Cf}]/u.test(typed)) {
    return wrong(l10n.t("The address contains a space or an invisible character. Remove it and try again."));
  }
  if (typed.includes("\\")) {
    return wrong(l10n.t("The address contains a backslash. Use forward slashes, as in https://api.service.example."));
  }
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(typed);
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:\/|$))/iu.test(typed)) {
    return wrong(l10n.t("The address must begin with https://."));
  }
  let url: URL;
  try {
    url = new URL(hasScheme ? typed : `https://${typed}`);
  } catch {
    return wrong(l10n.t("This is not an address. It should look like https://api.service.example."));
  }
  if (url.username !== "" || url.password !== "") {
    return wrong(
      l10n.t("The address must not contain a user name or password. You enter the API key in the next step."),
    );
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return wrong(
      l10n.t(
        "The address must begin with https://, because http does not protect the API key. Only an address of this machine may use http.",
      ),
    );
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return wrong(l10n.t("The address must begin with https://."));
  }
  if (url.hostname === "") {
    return wrong(l10n.t("The address has no host name. It should look like https://api.service.example."));
  }
  if (url.search !== "" || url.hash !== "" || typed.endsWith("?") || typed.endsWith("#")) {
    return wrong(l10n.t("Enter only the host of the service, without anything after a question mark or hash sign."));
  }
  if (url.pathname !== "/") {
    return wrong(l10n.t("Enter only the host of the service, without a path: {0}.", url.origin));
  }
  return { ok: true, origin: url.origin };
}

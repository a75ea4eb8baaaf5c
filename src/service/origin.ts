// Validates the address of a service, to which the key is sent.

export type OriginParsing =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly problem: string };

const invalid = (problem: string): OriginParsing => ({ ok: false, problem });

const needsHttps =
  "The address must begin with https://, because http does not protect the API key. Only an address of this " +
  "machine may use http.";

/** Whether the host name of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/u.test(hostname);
}

/**
 * The origin of an address that the user typed: `https`, or `http` for this machine only, with host and port and
 * nothing else. Without a scheme it is `http` for this machine, else `https`. The problem is a sentence for the user.
 */
export function parseOrigin(text: string): OriginParsing {
  const typed = text.trim();
  if (typed === "") {
    return invalid("Enter the address of the service, such as https://api.service.example.");
  }
  if (/[\s\p{Cc}\p{Cf}]/u.test(typed)) {
    return invalid("The address contains a space or an invisible character. Remove it and try again.");
  }
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(typed);
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:\/|$))/iu.test(typed)) {
    return invalid(needsHttps);
  }
  let url: URL;
  try {
    url = new URL(hasScheme ? typed : `https://${typed}`);
    if (!hasScheme && isLoopback(url.hostname)) {
      // A service on this machine seldom has a certificate, and nobody can listen in on the way to it.
      url = new URL(`http://${typed}`);
    }
  } catch {
    return invalid("This is not an address. It should look like https://api.service.example.");
  }
  if (url.username !== "" || url.password !== "") {
    return invalid("The address must not contain a user name or password. You enter the API key in the next step.");
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    return invalid(needsHttps);
  }
  if (url.search !== "" || url.hash !== "" || typed.endsWith("?") || typed.endsWith("#")) {
    return invalid("Enter only the host of the service, without anything after a question mark or hash sign.");
  }
  if (url.pathname !== "/") {
    return invalid(`Enter only the host of the service, without a path: ${url.origin}.`);
  }
  return { ok: true, origin: url.origin };
}

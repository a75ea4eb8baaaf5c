// The links of cells and details: the page offers them, and the host validates them again before it opens them.
import type { ColumnType } from "../../src/records/column";

/** A single plain address: anything else could add headers or recipients to the new email. */
const emailPattern = /^[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,250}$/u;
const domainPattern = /^(?=.{4,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.)+[\p{L}\p{N}-]{2,63}$/u;

/** An http(s) or mailto address, or `undefined` if the cell contains none. */
export function cellLink(type: ColumnType, column: string, text: string): string | undefined {
  if (type === "url") {
    return openableUrl(text) ?? (/^[a-z][a-z0-9+.-]*:/i.test(text) ? undefined : openableUrl(`https://${text}`));
  }
  if (type === "email") {
    return emailPattern.test(text) ? `mailto:${text}` : undefined;
  }
  return /(^|_)domain$/.test(column) && domainPattern.test(text) ? openableUrl(`https://${text}`) : undefined;
}

/** True for an email link from `cellLink`. */
export const isEmailLink = (url: string): boolean =>
  url.startsWith("mailto:") && emailPattern.test(url.slice("mailto:".length));

/**
 * An absolute http(s) address as it will be opened, or `undefined`. Addresses with a user name are refused, because
 * "https://known.com@other.com" opens other.com.
 */
export function openableUrl(text: string): string | undefined {
  if (text.length > 2083 || !URL.canParse(text)) {
    return undefined;
  }
  const { protocol, username, password, href } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "" ? href : undefined;
}

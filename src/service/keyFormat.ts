// What an API key may look like. The form of keys is not shown by the interface, so only what cannot travel in a header
// or surely is a slip of copying is refused. No answer ever repeats the key.
import * as l10n from "@vscode/l10n";

export type KeyParsing = { readonly ok: true; readonly key: string } | { readonly ok: false; readonly problem: string };

const wrong = (problem: string): KeyParsing => ({ ok: false, problem });

const shortestKey = 8;
const longestKey = 4096;

/** Whether a key can stand in the Authorization header at all: printable ASCII without spaces. */
export function canTravel(key: string): boolean {
  return /^[\x21-\x7e]+$/u.test(key);
}

/** The key from what was typed or pasted: trimmed, without a pasted `Bearer`; or a sentence saying what is wrong. */
export function parseKey(text: string): KeyParsing {
  const key = text
    .trim()
    .replace(/^authorization\s*:\s*/iu, "")
    .replace(/^bearer(?:\s+|$)/iu, "");
  if (key === "") {
    return wrong(l10n.t("Paste the API key of your workspace."));
  }
  if (/^["'`“”‘’«»].*|.*["'`“”‘’«»]$/su.test(key)) {
    return wrong(l10n.t("The key is in quotation marks. Paste it without them."));
  }
  if (/[\r\n]/u.test(key)) {
    return wrong(l10n.t("The key contains a line break. Copy it again as one line."));
  }
  if (/\s/u.test(key)) {
    return wrong(l10n.t("The key contains spaces. Copy it again without them."));
  }
  if (/[\p{Cc}\p{Cf}]/u.test(key)) {
    return wrong(l10n.t("The key contains an invisible character. Copy it again from its source."));
  }
  if (!canTravel(key)) {
    return wrong(
      l10n.t(
        "The key contains a character that is not allowed, such as an accented letter or a bullet. Copy the key itself, not its masked form.",
      ),
    );
  }
  if (key.length < shortestKey) {
    return wrong(
      l10n.t(
        "The key is too short: it has {0} characters and should have at least {1}. Copy the whole key.",
        key.length,
        shortestKey,
      ),
    );
  }
  if (key.length > longestKey) {
    return wrong(l10n.t("This is too long to be a key. Copy only the key."));
  }
  return { ok: true, key };
}

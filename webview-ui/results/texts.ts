// Texts that several parts of the results page show.
import { countText } from "../../src/text/numbers";

export const isMac = /mac/i.test(globalThis.navigator?.userAgent ?? "");

/** The name of the main key: "Ctrl", or its symbol on a Mac. */
export const mainKey = isMac ? "⌘" : "Ctrl";
export const withMainKey = (key: string): string => (isMac ? `⌘${key}` : `Ctrl+${key}`);
export const openLinkKeys = withMainKey(isMac ? "↩" : "Enter");

export const changeHints = {
  new: "New: the earlier run does not have this record",
  changed: "Changed since the earlier run",
  gone: "Gone: only the earlier run has this record",
};

export const quickTexts = { deliverableEmail: "Deliverable email", mobilePhone: "Mobile phone" };

/** "108 of 20,000 shown", or without filters "20,000 records" */
export function shownText(shown: number, all: number, filtered: boolean): string {
  if (filtered) {
    return `${countText(shown)} of ${countText(all)} shown`;
  }
  return all === 1 ? "1 record" : `${countText(all)} records`;
}

export function recordsSelected(rows: number): string {
  return rows === 1 ? "1 record selected" : `${countText(rows)} records selected`;
}

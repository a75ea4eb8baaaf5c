// Sets the language of a page in the browser.
import type { PageLanguage } from "../../src/language/language";

/** The element that a page reads its language from, as the extension writes it. */
export function languageScript(language: PageLanguage | undefined, nonce: string): string {
  if (language === undefined) {
    return "";
  }
  const json = JSON.stringify(language).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="page-language" nonce="${nonce}">${json}</script>`;
}

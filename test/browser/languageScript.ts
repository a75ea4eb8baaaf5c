// Gives a page in the browser its language.
import type { PageLanguage } from "../../src/language/language";

/** The element in which a page finds its language; the host writes the same. */
export function languageScript(language: PageLanguage | undefined, nonce: string): string {
  return language === undefined
    ? ""
    : `<script type="application/json" id="page-language" nonce="${nonce}">${JSON.stringify(language).replaceAll("<", "\\u003c")}</script>`;
}

// The smallest language pack. VS Code uses a display language only if a pack for it exists, even an almost empty one:
// extensions then speak the language, while VS Code's own texts stay English.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Makes it known in a user's folder as if it had been installed. */
export function addLanguagePack(userData: string, language: string): void {
  mkdirSync(userData, { recursive: true });
  const translations = path.join(userData, `language-pack-${language}.json`);
  writeFileSync(translations, JSON.stringify({ version: "1.0.0", contents: {} }));
  const pack = {
    hash: "without-texts",
    extensions: [{ extensionIdentifier: { id: `test.language-pack-${language}` }, version: "1.0.0" }],
    translations: { vscode: translations },
    label: language,
  };
  writeFileSync(path.join(userData, "languagepacks.json"), JSON.stringify({ [language]: pack }));
}

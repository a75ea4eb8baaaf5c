// Takes the language from the editor: VS Code has loaded our translations for it before the extension starts.
import { env, l10n } from "vscode";
import { useLanguage, type PageLanguage } from "../language/language";

export function editorLanguage(): PageLanguage {
  return { tag: env.language, translations: l10n.bundle as PageLanguage["translations"] };
}

/** The core speaks as the editor does. Call it before anything else. */
export function followEditorLanguage(): void {
  useLanguage(editorLanguage());
}

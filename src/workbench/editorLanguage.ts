// The language of VS Code, which loads our translations before it starts the extension.
import { env, l10n } from "vscode";
import { useLanguage, type PageLanguage } from "../language/language";

export function editorLanguage(): PageLanguage {
  return { tag: env.language, translations: l10n.bundle as PageLanguage["translations"] };
}

/** Makes the core use VS Code's language. Call it before anything that makes sentences. */
export function followEditorLanguage(): void {
  useLanguage(editorLanguage());
}

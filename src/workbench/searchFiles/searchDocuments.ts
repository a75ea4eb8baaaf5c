// Which documents are saved searches.
import type { DocumentFilter, TextDocument } from "vscode";
import { searchFileEnding } from "../../searches/searchDocument";

export const searchDocuments: DocumentFilter = { pattern: `**/*${searchFileEnding}` };

export function isSearch({ uri }: Pick<TextDocument, "uri">): boolean {
  return uri.path.endsWith(searchFileEnding);
}

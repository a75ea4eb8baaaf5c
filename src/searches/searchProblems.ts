// Collects the problems of a saved search while its text is read.
import * as l10n from "@vscode/l10n";
import type { Node } from "jsonc-parser/lib/esm/main.js";
import type { SearchProblem } from "./searchDocument";
import { propertiesOf, type TextProperty } from "./searchText";

/** Where a value is in the document: `["filters", "domains", 0, "value"]`. */
export type DocumentPath = SearchProblem["path"];

export class SearchProblems {
  private readonly found: SearchProblem[] = [];

  get all(): readonly SearchProblem[] {
    return this.found;
  }

  get hasErrors(): boolean {
    return this.found.some(({ severity }) => severity === "error");
  }

  error(node: Node, path: DocumentPath, message: string): void {
    this.found.push({ severity: "error", message, offset: node.offset, length: node.length, path });
  }

  warning(node: Node, path: DocumentPath, message: string): void {
    this.found.push({ severity: "warning", message, offset: node.offset, length: node.length, path });
  }

  /** The properties by name. A repeated name is an error because only one of its values could be used. */
  uniqueProperties(node: Node, path: DocumentPath): ReadonlyMap<string, TextProperty> {
    const properties = new Map<string, TextProperty>();
    for (const property of propertiesOf(node)) {
      if (properties.has(property.name)) {
        this.error(
          property.nameNode,
          [...path, property.name],
          l10n.t("“{0}” occurs twice here. Merge both or remove one.", property.name),
        );
      } else {
        properties.set(property.name, property);
      }
    }
    return properties;
  }
}

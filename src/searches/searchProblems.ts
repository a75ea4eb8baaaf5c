// Collects the problems of a saved search while its text is read.
import * as l10n from "@vscode/l10n";
import type { Node } from "jsonc-parser/lib/esm/main.js";
import { countText } from "../language/language";
import { eitherOf } from "../language/phrases";
import type { SearchProblem } from "./searchDocument";
import { propertiesOf, type TextProperty } from "./searchText";

/** Where a value is in the document: `["filters", "domains", 0, "value"]`. */
export type DocumentPath = SearchProblem["path"];

/** A text with more problems is not read any further: nobody could read them, and to collect them blocks the editor. */
const mostProblems = 1_000;

/** Thrown while a text with too many problems is read. */
export class TooManyProblems extends Error {
  override readonly name = "TooManyProblems";
}

export class SearchProblems {
  private readonly found: SearchProblem[] = [];

  get all(): readonly SearchProblem[] {
    return this.found;
  }

  get hasErrors(): boolean {
    return this.found.some(({ severity }) => severity === "error");
  }

  error(node: Node, path: DocumentPath, message: string, others: Pick<SearchProblem, "isSyntax"> = {}): void {
    this.#add({ severity: "error", message, offset: node.offset, length: node.length, path, ...others });
  }

  warning(node: Node, path: DocumentPath, message: string, near: readonly string[] = []): void {
    const problem = { severity: "warning", message, offset: node.offset, length: node.length, path } as const;
    this.#add(near.length === 0 ? problem : { ...problem, near });
  }

  /** `message` says that a name has no effect; then come those that it may mean. */
  unknownName(node: Node, path: DocumentPath, message: string, near: readonly string[]): void {
    const advice =
      near.length === 0 ? l10n.t("Check its spelling or remove it.") : l10n.t("Did you mean {0}?", eitherOf(near));
    this.warning(node, path, `${message} ${advice}`, near);
  }

  /** Throws `TooManyProblems` when there are enough; the last problem says so. */
  #add(problem: SearchProblem): void {
    if (this.found.length < mostProblems) {
      this.found.push(problem);
      return;
    }
    const message = l10n.t(
      "The text has more than {0} problems. It was not checked from here on: fix those before this first.",
      countText(mostProblems),
    );
    this.found.push({ ...problem, severity: "error", message, path: [] });
    throw new TooManyProblems(message);
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
          { isSyntax: true },
        );
      } else {
        properties.set(property.name, property);
      }
    }
    return properties;
  }
}

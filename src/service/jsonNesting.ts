// How deeply a JSON text nests, found without recursion: parsers overflow the stack on hostile input.
import { createScanner } from "jsonc-parser/lib/esm/main.js";

/** The deepest nesting that is accepted: records of the service reach 10 levels, a saved search 5. */
export const deepestNesting = 64;

/** Offset of the first bracket that is nested too deep; works on any text, valid JSON or not. */
export function tooDeepAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  // If the text ends with "/*", the end-of-file token of jsonc-parser has a length, so only its offset shows the end.
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text[scanner.getTokenOffset()];
    if (first === "{" || first === "[") {
      depth += 1;
      if (depth > deepestNesting) {
        return scanner.getTokenOffset();
      }
    } else if (first === "}" || first === "]") {
      depth -= 1;
    }
  }
  return undefined;
}

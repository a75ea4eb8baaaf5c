// How deeply a JSON text nests, found without recursion: parsers overflow the stack on hostile input.
import { createScanner } from "jsonc-parser/lib/esm/main.js";

/** The deepest nesting that is accepted: records of the service reach 10 levels, a saved search 5. */
export const deepestNesting = 64;

export interface JsonNesting {
  /** Offset of the first bracket that is nested too deep. */
  readonly tooDeepAt?: number;
  /** Whether the text ends before everything it opened is closed. */
  readonly isCutOff: boolean;
}

/** Works on any text, valid JSON or not; stops at the first bracket that is nested too deep. */
export function jsonNesting(text: string): JsonNesting {
  const scanner = createScanner(text, true);
  let depth = 0;
  let endsInError = false;
  // If the text ends with "/*", the end-of-file token of jsonc-parser has a length, so only its offset shows the end.
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    endsInError = scanner.getTokenError() !== 0;
    const first = text[scanner.getTokenOffset()];
    if (first === "{" || first === "[") {
      depth += 1;
      if (depth > deepestNesting) {
        return { tooDeepAt: scanner.getTokenOffset(), isCutOff: true };
      }
    } else if (first === "}" || first === "]") {
      depth -= 1;
    }
  }
  return { isCutOff: depth > 0 || endsInError };
}

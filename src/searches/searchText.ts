// Parses the text of a saved search into a tree with positions, and explains syntax errors.
import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser/lib/esm/main.js";
import { tooDeepAt } from "../service/jsonExtent";
import type { SearchProblem } from "./searchDocument";

/** In UTF-16 code units: about 6,000 values. Longer texts are not parsed: all extensions share the thread. */
const longestSearchText = 250_000;
const mostSyntaxProblems = 20;

export type SearchTextTree =
  | { readonly ok: true; readonly root: Node }
  | { readonly ok: false; readonly problems: readonly SearchProblem[] };

/** The tree, or the problems of a text that is not strict JSON, too long or nested too deeply. Never throws. */
export function readSearchText(text: string): SearchTextTree {
  const refuse = (message: string, offset = 0, length = Math.min(1, text.length)): SearchTextTree => ({
    ok: false,
    problems: [{ severity: "error", message, offset, length, path: [] }],
  });
  if (text.length > longestSearchText) {
    return refuse("This file is too long for a saved search. Split it into several searches with fewer values each.");
  }
  const deepAt = tooDeepAt(text);
  if (deepAt !== undefined) {
    return refuse("This text is nested too deeply for a saved search. Remove the extra brackets.", deepAt, 1);
  }
  if (text.trim() === "") {
    return refuse('This file is empty. Write { "search": "company", "filters": {} } to begin.', 0, text.length);
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  if (errors.length > 0 || root === undefined) {
    const problems = realErrors(errors)
      .slice(0, mostSyntaxProblems)
      .map((error) => ({
        severity: "error" as const,
        message: syntaxSentence(error, text),
        offset: error.offset,
        // jsonc-parser counts an unclosed comment at the end one character too long.
        length: Math.min(error.length, text.length - error.offset),
        path: [],
        isSyntax: true as const,
      }));
    return problems.length > 0 ? { ok: false, problems } : refuse("This text is not JSON.");
  }
  return { ok: true, root };
}

/** Errors after which the parser continues normally. */
const independentErrors: ReadonlySet<string> = new Set([
  "InvalidCommentToken",
  "InvalidCharacter",
  "InvalidEscapeCharacter",
  "InvalidUnicode",
]);

/** A missing brace or comma makes the parser report further errors, so only the first of these is shown. */
function realErrors(errors: readonly ParseError[]): readonly ParseError[] {
  const isIndependent = ({ error }: ParseError): boolean => independentErrors.has(printParseErrorCode(error));
  const first = errors.find((error) => !isIndependent(error));
  return errors.filter((error) => error === first || isIndependent(error));
}

const syntaxSentences: Readonly<Record<string, string>> = {
  InvalidSymbol: "This word is not JSON. Put text in double quotes, except for true, false and null.",
  InvalidNumberFormat: "This is not a JSON number. Use digits only.",
  PropertyNameExpected: "A name in double quotes is missing here. Remove the comma if nothing follows it.",
  ValueExpected: "A value is missing here. Remove the comma if nothing follows it.",
  ColonExpected: "A colon is missing between the name and its value.",
  CommaExpected: "A comma is missing between two entries.",
  CloseBraceExpected: "A closing brace } is missing.",
  CloseBracketExpected: "A closing bracket ] is missing.",
  EndOfFileExpected: "The search ends before this. Remove everything after the last brace.",
  InvalidCommentToken: "A saved search is strict JSON without comments. Remove the comment.",
  UnexpectedEndOfComment: "A saved search is strict JSON without comments. Remove the comment.",
  UnexpectedEndOfString: 'The closing double quote " of this text is missing.',
  UnexpectedEndOfNumber: "Digits are missing at the end of this number.",
  InvalidUnicode: "\\u must be followed by exactly four hexadecimal digits.",
  InvalidEscapeCharacter: 'This is not a JSON escape. Write \\\\ for a backslash and \\" for a quote.',
  InvalidCharacter: "This character must be escaped in JSON text. Write \\t for a tab and \\n for a line break.",
};

function syntaxSentence(error: ParseError, text: string): string {
  if (text.startsWith("/*", error.offset) || text.startsWith("//", error.offset)) {
    return "A saved search is strict JSON without comments. Remove the comment.";
  }
  return syntaxSentences[printParseErrorCode(error.error)] ?? "This is not strict JSON. Correct or remove it.";
}

/** A property of an object in the text. */
export interface TextProperty {
  readonly name: string;
  /** Name and value. */
  readonly pair: Node;
  readonly nameNode: Node;
  /** Absent only in incomplete text. */
  readonly value: Node | undefined;
}

/** The properties of an object in the order of the text, including repeated names; empty for other nodes. */
export function propertiesOf(node: Node | undefined): readonly TextProperty[] {
  const properties: TextProperty[] = [];
  for (const pair of node?.type === "object" ? (node.children ?? []) : []) {
    const nameNode = pair.children?.[0];
    if (nameNode !== undefined) {
      properties.push({ name: String(nameNode.value), pair, nameNode, value: pair.children?.[1] });
    }
  }
  return properties;
}

/** The first property with this name. */
export function propertyOf(node: Node | undefined, name: string): TextProperty | undefined {
  return node?.type === "object" ? propertiesOf(node).find((property) => property.name === name) : undefined;
}

/** The node at a path, or the place where it would be. */
export function nodeAt(root: Node, path: readonly (string | number)[]): Node {
  return findNodeAtLocation(root, [...path]) ?? (path.length === 0 ? root : nodeAt(root, path.slice(0, -1)));
}

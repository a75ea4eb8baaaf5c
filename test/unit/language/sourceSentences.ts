// Finds texts in the source by its syntax: those passed to `l10n.t`, and those that are not translated.
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

/** Every TypeScript file in a folder, with forward slashes. */
export function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .sort();
}

export interface TranslatedText {
  /** `file:line`. */
  readonly place: string;
  /** The key in the bundle; `undefined` when it is not a literal. */
  readonly key: string | undefined;
}

/** Every call of `l10n.t` in a file. */
export function translatedTexts(file: string): readonly TranslatedText[] {
  const found: TranslatedText[] = [];
  const source = parsed(file);
  const visit = (node: ts.Node): void => {
    if (isTranslation(node)) {
      found.push({ place: placeOf(source, file, node), key: keyOf(node.arguments[0]) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Texts of a file that look like sentences or titles but are not in `l10n.t`. */
export function bareSentences(file: string): readonly string[] {
  return bareSentencesBesides(file, () => false);
}

/** The same, except in nodes for which `spare` is true. */
export function bareSentencesBesides(file: string, spare: (node: ts.Node) => boolean): readonly string[] {
  const found: string[] = [];
  const source = parsed(file);
  const visit = (node: ts.Node): void => {
    if (
      spare(node) ||
      isTranslation(node) ||
      isProgrammingError(node) ||
      ts.isImportDeclaration(node) ||
      ts.isExportDeclaration(node) ||
      ts.isLiteralTypeNode(node)
    ) {
      return;
    }
    const text = textOf(node);
    if (text !== undefined && readsLikeSentence(text)) {
      found.push(`${placeOf(source, file, node)}: ${text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Errors with a literal message, which a catch block might display. */
export function bareErrors(file: string): readonly string[] {
  const found: string[] = [];
  const source = parsed(file);
  const visit = (node: ts.Node): void => {
    const message = isProgrammingError(node) ? node.arguments?.[0] : undefined;
    const text = message === undefined ? undefined : textOf(message);
    if (text !== undefined) {
      found.push(`${placeOf(source, file, node)}: ${text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A call that writes to the log: `log("…")`, `deps.log("…")`. */
export function isLogLine(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) {
    return false;
  }
  const called = node.expression;
  return (
    (ts.isIdentifier(called) && called.text === "log") ||
    (ts.isPropertyAccessExpression(called) && called.name.text === "log")
  );
}

/** Two or more words that begin with a capital or end with a period. */
function readsLikeSentence(text: string): boolean {
  const trimmed = text.trim();
  return (
    /\p{L}[\p{L}'’-]*[,;:]?\s+[“"]?\p{L}/u.test(trimmed) &&
    (/^[“"(]?\p{Lu}/u.test(trimmed) || /\p{L}[”")]?\.$/u.test(trimmed))
  );
}

/** The text of a literal, or of literals joined by `+`; `{}` for placeholders. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return node.text;
  }
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("")
    : undefined;
}

function isTranslation(node: ts.Node): node is ts.CallExpression {
  if (
    !ts.isCallExpression(node) ||
    !ts.isPropertyAccessExpression(node.expression) ||
    node.expression.name.text !== "t"
  ) {
    return false;
  }
  const of = node.expression.expression;
  return (ts.isIdentifier(of) && of.text === "l10n") || (ts.isPropertyAccessExpression(of) && of.name.text === "l10n");
}

/** A programming error, which no user sees. */
function isProgrammingError(node: ts.Node): node is ts.NewExpression {
  return (
    ts.isNewExpression(node) &&
    ts.isIdentifier(node.expression) &&
    ["Error", "TypeError", "RangeError"].includes(node.expression.text)
  );
}

/** The key in the bundle: the message, with a slash and the comment if there is one. */
function keyOf(argument: ts.Expression | undefined): string | undefined {
  if (argument === undefined || !ts.isObjectLiteralExpression(argument)) {
    return argument === undefined || ts.isTemplateExpression(argument) ? undefined : textOf(argument);
  }
  const part = (name: string): ts.Expression | undefined =>
    argument.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)
      ?.initializer;
  const comment = part("comment");
  const comments =
    comment === undefined
      ? []
      : ts.isArrayLiteralExpression(comment)
        ? comment.elements.map(textOf)
        : [textOf(comment)];
  const message = part("message");
  const text = message === undefined ? undefined : textOf(message);
  return text === undefined || comments.includes(undefined)
    ? undefined
    : comments.length === 0
      ? text
      : `${text}/${comments.join("")}`;
}

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
}

function placeOf(source: ts.SourceFile, file: string, node: ts.Node): string {
  return `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

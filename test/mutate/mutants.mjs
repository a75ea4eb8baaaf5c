// The changes a mutation test makes to a source file: one small change each, found in its syntax tree.
// @ts-check
import ts from "typescript";

/**
 * @typedef {object} Mutant
 * @property {string} file
 * @property {number} start
 * @property {number} end
 * @property {string} text replaces the source between `start` and `end`
 * @property {{ readonly start: number, readonly end: number }} whole the code around it that a switch can choose: an
 *   expression, or a statement
 * @property {number} line counted from 1
 * @property {string} change for people: `a < b  →  a <= b`
 */

/** @type {ReadonlyMap<ts.SyntaxKind, string>} */
const otherOperators = new Map([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
]);

/**
 * Every mutant of a file.
 * @param {string} file
 * @param {string} source
 * @returns {readonly Mutant[]}
 */
export function mutantsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const mutants = [];

  /**
   * @param {ts.Node} node
   * @param {string} text
   */
  const replace = (node, text) => {
    const start = node.getStart(tree);
    const before = source.slice(start, node.end);
    if (before !== text) {
      const line = tree.getLineAndCharacterOfPosition(start).line + 1;
      const outer = wholeOf(node);
      const whole = { start: outer.getStart(tree), end: outer.end };
      mutants.push({ file, start, end: node.end, text, whole, line, change: `${short(before)}  →  ${short(text)}` });
    }
  };

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node) || isSentence(node)) {
      return;
    }
    addMutants(node, replace);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return mutants;
}

/**
 * @param {ts.Node} node
 * @param {(node: ts.Node, text: string) => void} replace
 */
function addMutants(node, replace) {
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    const other = otherOperators.get(operatorToken.kind);
    if (other !== undefined) {
      replace(node, `${left.getText()} ${other} ${right.getText()}`);
    } else if (isForCompiler(node)) {
      return; // the type of `list[index]` has undefined, also where the index is one of the list's
    } else if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
      replace(node, `(${left.getText()})!`);
    }
  } else if (ts.isConditionalExpression(node)) {
    replace(node.condition, `!(${node.condition.getText()})`);
  } else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    replace(node.expression, "false");
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    replace(node, node.operand.getText());
  } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    replace(node, node.kind === ts.SyntaxKind.TrueKeyword ? "false" : "true");
  } else if (ts.isNumericLiteral(node) && !isUnseen(node)) {
    replace(node, isKey(node) ? `[${node.text} + 1]` : `(${node.text} + 1)`);
  } else if (ts.isExpressionStatement(node) && isCall(node.expression)) {
    replace(node, ";");
  } else if (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent)) {
    replace(node, "...[]");
  } else if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ["filter", "sort", "reverse", "trim", "toLowerCase", "slice"].includes(node.expression.name.text)
  ) {
    replace(node, node.expression.expression.getText());
  }
}

/**
 * A part of an optional chain decides for the rest of the chain; a key or a spread element is no expression.
 * @param {ts.Node} node
 * @returns {ts.Node}
 */
function wholeOf(node) {
  const { parent } = node;
  const isPartOfChain =
    (ts.isPropertyAccessExpression(parent) ||
      ts.isElementAccessExpression(parent) ||
      ts.isCallExpression(parent) ||
      ts.isNonNullExpression(parent)) &&
    parent.expression === node;
  return isPartOfChain || isKey(node) || ts.isSpreadElement(node) || ts.isPropertyAssignment(node)
    ? wholeOf(parent)
    : node;
}

/**
 * Numbers that nobody can observe: how far a comparison is from zero, as in `a < b ? -1 : 1`, how much is done at a
 * time, a time or a width by one more, and what is there for the compiler alone.
 * @param {ts.Node} node
 */
function isUnseen(node) {
  let outer = node.parent;
  while (ts.isBinaryExpression(outer) || ts.isPrefixUnaryExpression(outer)) {
    if (isForCompiler(outer)) {
      return true;
    }
    outer = outer.parent;
  }
  if (ts.isConditionalExpression(outer)) {
    return outer.whenTrue.getText() === "-1" && outer.whenFalse.getText() === "1";
  }
  while (ts.isPropertyAssignment(outer) || ts.isObjectLiteralExpression(outer)) {
    if (ts.isPropertyAssignment(outer) && hasUnseenNumbers(outer.name.getText())) {
      return true;
    }
    outer = outer.parent;
  }
  return ts.isVariableDeclaration(outer) && hasUnseenNumbers(outer.name.getText());
}

/** @param {string} name */
const hasUnseenNumbers = (name) => /(?:AtOnce|PerStep|Ms|[Ww]idths?)$/u.test(name);

/**
 * `list[index] ?? 0`, `list.at(-1) ?? ""`
 * @param {ts.Node} node
 */
function isForCompiler(node) {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    (ts.isElementAccessExpression(node.left) || /\.(?:at|codePointAt)\([^()]*\)$/u.test(node.left.getText())) &&
    /^(?:-?\d+|"[^"]*"|'[^']*'|\[\]|\{\})$/u.test(node.right.getText())
  );
}

/** @param {ts.Node} node */
function isKey(node) {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

/** @param {ts.Expression} expression */
function isCall(expression) {
  const called = ts.isAwaitExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(called) && called.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

/**
 * Sentences are compared with their translations by tests of their own.
 * @param {ts.Node} node
 */
function isSentence(node) {
  return ts.isCallExpression(node) && node.expression.getText() === "l10n.t";
}

/** @param {string} text */
function short(text) {
  const line = text.replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 87)}…` : line;
}

/**
 * The same sample for the same seed and files.
 * @template T
 * @param {readonly T[]} all
 * @param {number} count
 * @param {number} seed
 * @returns {readonly T[]}
 */
export function sampleOf(all, count, seed) {
  const rest = [...all];
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0; // mulberry32
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const chosen = [];
  while (chosen.length < count && rest.length > 0) {
    chosen.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return chosen;
}

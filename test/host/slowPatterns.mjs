// Finds regular expressions whose time grows faster than their input: each runs against texts made of its own parts,
// which are doubled. `node slowPatterns.mjs` reads patterns from standard input and prints a verdict about each. It is
// a process of its own, because in a linter's, the garbage collection of the large heap counts as well.
// @ts-check
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";

/**
 * @typedef {import("@eslint-community/regexpp").AST.Node} Node
 * @typedef {import("@eslint-community/regexpp").AST.Quantifier} Quantifier
 * @typedef {object} Attack a text is `before`, then `repeated` as often as wanted, then `after`
 * @property {string} before
 * @property {string} repeated
 * @property {string} after
 */

/** Candidates for members of a character class, besides the characters of the pattern itself. */
const commonCharacters = [..."a0 Z-._,:;/\\|@#%&+=~^'\"`<>()[]{}?!*$\n\r\té日\u00a0\u0301\u0600\u{1f600}"];
/** Follow the repeated part, so that a pattern that has to reach an end fails late. */
const unlikely = ["", "\u0001", "\n\u0001"];
const pairsUpTo = 9;
/** A linear pattern takes about 5 µs for so many repetitions, a quadratic one a millisecond. */
const firstCount = 1_000;
const suspiciousMs = 0.25;
const shortCount = 4_000;
/** 16 times the text takes a linear pattern 16 times as long, and a quadratic one 256 times. */
const longFactor = 16;
const worstGrowth = 64;
const slowMs = 100;
/** In which a linear pattern is done with thousands of texts. When a busy machine is slower, the next text follows. */
const deadlineMs = 500;
const longestMs = 30_000;

const ownPath = fileURLToPath(import.meta.url);

/**
 * A text on which a pattern is slow, or `undefined`.
 * @param {string} source
 * @param {string} flags
 * @returns {string | undefined} in words
 */
function slowText(source, flags) {
  const attacks = attacksOn(source, flags);
  // eslint-disable-next-line prospect/linear-patterns -- the pattern that is judged, within deadlines
  const pattern = new RegExp(source, flags);
  const unjudged = attacks.values();
  let current = unjudged.next().value;
  while (current !== undefined) {
    endsWithin(deadlineMs, () => {
      while (current !== undefined && cpuMs(pattern, textOf(current, firstCount)) <= suspiciousMs) {
        current = unjudged.next().value;
      }
    });
    if (current !== undefined && isSlow(pattern, current)) {
      break;
    }
    current = unjudged.next().value;
  }
  return current === undefined ? undefined : inWords(current);
}

/** @param {Attack} attack */
const inWords = ({ before, repeated, after }) =>
  `${JSON.stringify(before)} + ${JSON.stringify(repeated)}.repeat(n) + ${JSON.stringify(after)}`;

/**
 * @param {RegExp} pattern
 * @param {Attack} attack
 */
function isSlow(pattern, attack) {
  /** @param {number} count */
  const timeOf = (count) => fastestMs(pattern, textOf(attack, count));
  const short = timeOf(firstCount) === undefined ? undefined : timeOf(shortCount);
  const long = short === undefined ? undefined : timeOf(longFactor * shortCount);
  return short === undefined || long === undefined || (long > slowMs && long / short > worstGrowth);
}

/**
 * Of three attempts, the shorter of which the machine disturbed least; `undefined` when they take too long.
 * @param {RegExp} pattern
 * @param {string} text
 * @returns {number | undefined}
 */
function fastestMs(pattern, text) {
  let fastest = Infinity;
  const ended = endsWithin(deadlineMs, () => {
    for (let nth = 0; nth < 3; nth += 1) {
      fastest = Math.min(fastest, cpuMs(pattern, text));
    }
  });
  return ended ? fastest : undefined;
}

/**
 * Time of the processor, so that other processes do not count.
 * @param {RegExp} pattern
 * @param {string} text
 */
function cpuMs(pattern, text) {
  pattern.lastIndex = 0;
  const begin = process.cpuUsage();
  if (pattern.global) {
    text.replace(pattern, "");
  } else {
    pattern.exec(text);
  }
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}

/**
 * Repeats the task with more time if other processes took most of it.
 * @param {number} ms
 * @param {() => void} task
 * @returns {boolean}
 */
function endsWithin(ms, task) {
  const begin = process.cpuUsage();
  try {
    vm.runInNewContext("task()", { task }, { timeout: ms });
    return true;
  } catch (error) {
    if (/** @type {{ code?: unknown }} */ (error).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") {
      throw error;
    }
  }
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000 < deadlineMs / 2 && ms < longestMs ? endsWithin(4 * ms, task) : false;
}

/**
 * @param {Attack} attack
 * @param {number} count
 */
const textOf = ({ before, repeated, after }, count) => before + repeated.repeat(count) + after;

/**
 * @param {string} source
 * @param {string} flags
 * @returns {readonly Attack[]}
 */
function attacksOn(source, flags) {
  const parsed = new RegExpParser().parsePattern(source, undefined, undefined, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  /** @type {Quantifier[]} */
  const loops = [];
  /** @type {Set<string>} */
  const literals = new Set();
  /** @type {Map<string, RegExp>} */
  const sets = new Map();
  /** @param {Node} node */
  // eslint-disable-next-line prospect/linear-patterns -- for texts of one character
  const addSet = (node) => void sets.set(node.raw, new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, "")));
  visitRegExpAST(parsed, {
    onQuantifierEnter: (node) => void (node.max === Infinity && loops.push(node)),
    onCharacterEnter: (node) => void literals.add(String.fromCodePoint(node.value)),
    onCharacterSetEnter: addSet,
    onCharacterClassEnter: addSet,
  });
  if (loops.length === 0) {
    return [];
  }
  const characters = [...new Set([...literals, ...commonCharacters])];
  const example = exampleMaker(characters, sets);
  const alphabet = distinguished(characters, [...sets.values()], literals);
  const pairs = alphabet.length > pairsUpTo ? [] : alphabet.flatMap((one) => alphabet.map((other) => one + other));
  const leads = loops.map((loop) => before(loop, example));
  const starts = [...new Set(["", ...leads])];
  const bodies = loops.flatMap(({ element }, nth) =>
    alternativesOf(element).flatMap((one) => [example(one), (leads[nth] ?? "") + example(one)]),
  );
  return [
    ...[...new Set([...bodies, ...leads, ...alphabet])].flatMap((text) =>
      combined(starts, text, [...unlikely, ...alphabet]),
    ),
    ...alphabet.flatMap((text) => combined(alphabet, text, unlikely)),
    ...pairs.flatMap((text) => combined(starts, text, unlikely)),
  ].filter((attack) => attack.repeated !== "");
}

/**
 * @param {readonly string[]} starts
 * @param {string} repeated
 * @param {readonly string[]} ends
 */
const combined = (starts, repeated, ends) =>
  starts.flatMap((before) => ends.map((after) => ({ before, repeated, after })));

/**
 * One character of each group that the pattern tells apart.
 * @param {readonly string[]} characters
 * @param {readonly RegExp[]} sets
 * @param {ReadonlySet<string>} literals
 */
function distinguished(characters, sets, literals) {
  /** @type {Map<string, string>} */
  const groups = new Map();
  for (const character of characters) {
    const matched = sets.map((set) => (set.test(character) ? "1" : "0")).join("");
    const group = literals.has(character) ? matched + character : matched;
    if (group.includes("1") || literals.has(character)) {
      groups.set(group, groups.get(group) ?? character);
    }
  }
  return [...groups.values()];
}

/**
 * Makes a short text that a node matches.
 * @param {readonly string[]} characters
 * @param {ReadonlyMap<string, RegExp>} sets
 */
function exampleMaker(characters, sets) {
  /**
   * @param {Node} node
   * @returns {string}
   */
  const example = (node) => {
    switch (node.type) {
      case "Pattern":
      case "Group":
      case "CapturingGroup":
        return node.alternatives[0] === undefined ? "" : example(node.alternatives[0]);
      case "Alternative":
        return node.elements.map(example).join("");
      case "Quantifier":
        return example(node.element).repeat(node.min);
      case "Character":
        return String.fromCodePoint(node.value);
      case "Backreference":
        return [node.resolved].flat().map(example).join("");
      case "CharacterSet":
      case "CharacterClass":
        return characters.find((character) => sets.get(node.raw)?.test(character)) ?? "";
      default:
        return "";
    }
  };
  return example;
}

/**
 * @param {Node} node
 * @returns {readonly Node[]}
 */
const alternativesOf = (node) => (node.type === "Group" || node.type === "CapturingGroup" ? node.alternatives : [node]);

/**
 * A text that leads to a node.
 * @param {Node} node
 * @param {(node: Node) => string} example
 * @returns {string}
 */
function before(node, example) {
  const { parent } = node;
  if (parent === null || parent.type === "RegExpLiteral") {
    return "";
  }
  const earlier =
    parent.type === "Alternative"
      ? parent.elements
          .slice(
            0,
            parent.elements.findIndex((one) => one === node),
          )
          .map(example)
      : [];
  return before(parent, example) + earlier.join("");
}

if (process.argv[1] === ownPath) {
  /** @type {ReadonlyArray<{ source: string, flags: string }>} */
  const patterns = JSON.parse(readFileSync(0, "utf8"));
  const verdicts = patterns.map(({ source, flags }) => slowText(source, flags) ?? null);
  process.stdout.write(JSON.stringify(verdicts));
}

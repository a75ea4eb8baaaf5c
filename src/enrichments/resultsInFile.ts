// Finds the results of enrichments in a JSON text: one within the body of a webhook, a list of them, or one on each
// line. It returns where they are in the bytes, so that they are saved as they were sent, and builds no values.
import * as l10n from "@vscode/l10n";
import { deepestNesting } from "../service/jsonNesting";

export interface FoundPart {
  /** Of the value in the bytes. */
  readonly from: number;
  readonly to: number;
  /** "payload.results[2]", "line 3"; empty for the whole text. */
  readonly place: string;
  /** Whether it has a list of contacts; otherwise it is an entry that is no result, between results. */
  readonly isResult: boolean;
}

interface Part extends Omit<FoundPart, "place"> {
  /** From the innermost outwards. */
  readonly steps: readonly string[];
}

interface Scanned {
  /** The offset behind the value. */
  readonly end: number;
  readonly parts: readonly Part[];
}

const none: readonly Part[] = [];
const text = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, colon] = [text('"'), text("\\"), text(","), text(":")];
const [openObject, closeObject, openList, closeList] = [text("{"), text("}"), text("["), text("]")];

/** The results in the order of the text. The text may be no JSON: then what is found cannot be parsed later. */
export function resultsInFile(json: Uint8Array): readonly FoundPart[] {
  const found: FoundPart[] = [];
  let [at, line] = [spacesEnd(json, 0), 1];
  for (let nth = 0; at < json.length; nth += 1) {
    const { end, parts } = value(json, at, 0);
    const next = spacesEnd(json, Math.max(end, at + 1));
    const isOne = nth === 0 && next >= json.length;
    const known = parts.length > 0 || isOne ? parts : [{ from: at, to: end, isResult: false, steps: [] }];
    for (const { steps, ...part } of known) {
      const path = steps.toReversed().join("");
      const place = path.startsWith(".") ? path.slice(1) : path;
      found.push({
        ...part,
        place: [...(isOne ? [] : [l10n.t("line {0}", line)]), ...(place === "" ? [] : [place])].join(" "),
      });
    }
    line += json.subarray(at, next).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 0);
    at = next;
  }
  return found;
}

function spacesEnd(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && (json[at] ?? 0) <= 0x20) {
    at += 1;
  }
  return at;
}

function textEnd(json: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== quote) {
    at += json[at] === backslash ? 2 : 1;
  }
  return Math.min(at + 1, json.length);
}

function value(json: Uint8Array, at: number, depth: number): Scanned {
  const byte = json[at];
  if (depth > deepestNesting) {
    return { end: json.length, parts: none };
  }
  if (byte === openObject) {
    return object(json, at, depth);
  }
  if (byte === openList) {
    return list(json, at, depth);
  }
  if (byte === quote) {
    return { end: textEnd(json, at), parts: none };
  }
  let end = at + 1;
  while (end < json.length && ![comma, closeObject, closeList].includes(json[end] ?? 0) && (json[end] ?? 0) > 0x20) {
    end += 1;
  }
  return { end, parts: none };
}

/** A result has a list named `data`; a contact has none that counts. */
function object(json: Uint8Array, from: number, depth: number): Scanned {
  const inside: Part[] = [];
  let [hasData, isContact] = [false, false];
  let at = spacesEnd(json, from + 1);
  while (at < json.length && json[at] !== closeObject) {
    const nameEnd = json[at] === quote ? textEnd(json, at) : at + 1;
    const name = Buffer.from(json.subarray(at + 1, Math.min(nameEnd - 1, at + 60))).toString();
    const start = spacesEnd(json, spacesEnd(json, nameEnd) + (json[spacesEnd(json, nameEnd)] === colon ? 1 : 0));
    const { end, parts } = value(json, start, depth + 1);
    hasData ||= name === "data" && json[start] === openList;
    isContact ||= ["input", "contact_info", "profile"].includes(name) && json[start] === openObject;
    inside.push(...withStep(parts, `.${name}`));
    at = nextItem(json, end);
  }
  const end = Math.min(at + 1, json.length);
  const own: readonly Part[] = hasData ? [{ from, to: end, isResult: true, steps: [] }] : none;
  return { end, parts: isContact ? none : inside.some(({ isResult }) => isResult) ? inside : own };
}

/** Where a list contains results, its other entries are named. */
function list(json: Uint8Array, from: number, depth: number): Scanned {
  const inside: (readonly Part[])[] = [];
  const items: (readonly [from: number, to: number])[] = [];
  let at = spacesEnd(json, from + 1);
  while (at < json.length && json[at] !== closeList) {
    const { end, parts } = value(json, at, depth + 1);
    items.push([at, end]);
    inside.push(parts);
    at = nextItem(json, end);
  }
  const parts = inside.every((found) => found.length === 0)
    ? none
    : inside.flatMap((found, nth): readonly Part[] => {
        const [start = 0, end = 0] = items[nth] ?? [];
        const known = found.length > 0 ? found : [{ from: start, to: end, isResult: false, steps: [] }];
        return withStep(known, `[${nth}]`);
      });
  return { end: Math.min(at + 1, json.length), parts };
}

const withStep = (parts: readonly Part[], step: string): readonly Part[] =>
  parts.length === 0 ? none : parts.map((part) => ({ ...part, steps: [...part.steps, step] }));

function nextItem(json: Uint8Array, from: number): number {
  const at = spacesEnd(json, from);
  return json[at] === comma ? spacesEnd(json, at + 1) : at;
}

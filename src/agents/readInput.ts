// Reads the input of agents leniently: null and "" for absent values, and numbers, lists, and JSON as texts. Other
// mistakes are refused with the correction.
import type * as z from "zod";
import { Refusal } from "../app/app";
import { neutral } from "../app/untrusted";
import type { Tool } from "./tool";

export interface ReadInput {
  readonly value: unknown;
  /** Unknown fields that a free tool ignores. */
  readonly ignored: readonly string[];
}

type Issue = z.core.$ZodIssue;

const mostRounds = 10;
const mostProblems = 5;

/** Throws a `Refusal` that says what to send instead. */
export function readInput(tool: Tool, input: unknown): ReadInput {
  let current = withoutEmpty(typeof input === "string" ? parsedJson(input) : (input ?? {}), 0);
  const ignored: string[] = [];
  for (let round = 0; ; round += 1) {
    const read = safeParse(tool, current);
    if (read.success) {
      return { value: read.data, ignored };
    }
    const before = current;
    for (const issue of read.error.issues) {
      if (issue.code !== "unrecognized_keys") {
        current = changedAt(current, issue.path, (value) => converted(value, issue) ?? value);
      } else if (tool.effect !== "spends") {
        current = changedAt(current, issue.path, (value) => without(value as object, issue.keys));
        ignored.push(...issue.keys);
      }
    }
    if (current === before || round === mostRounds) {
      const problems = read.error.issues.slice(0, mostProblems).map((issue) => whatToSend(current, issue));
      throw new Refusal(`Wrong input for ${tool.name}. ${problems.join(" ")}`);
    }
  }
}

function safeParse({ name, input }: Tool, value: unknown) {
  try {
    return input.safeParse(value);
  } catch {
    // zod throws on a few values, such as an object whose "length" cannot be converted to a number.
    throw new Refusal(`Wrong input for ${name}. A value in it is of the wrong type.`);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An empty list is absent, too, but one in a search document stays: its filter may be misspelt. */
const isAbsent = (value: unknown, depth: number): boolean =>
  value === null || value === undefined || value === "" || (depth === 0 && Array.isArray(value) && value.length === 0);

/** Deeper values belong to a search document, which is validated separately. */
const deepestEmpty = 4;

function withoutEmpty(value: unknown, depth: number): unknown {
  if (depth > deepestEmpty) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.filter((one) => one !== null).map((one) => (isObject(one) ? withoutEmpty(one, depth + 1) : one));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, one]) => !isAbsent(one, depth))
          .map(([name, one]) => [name, withoutEmpty(one, depth + 1)]),
      )
    : value;
}

const without = (value: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/** A copy with another value at the path; the same value when nothing changes. */
function changedAt(value: unknown, path: readonly PropertyKey[], change: (value: unknown) => unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) {
    return change(value);
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) {
    return value;
  }
  const inside = (value as Record<PropertyKey, unknown>)[first];
  const changed = changedAt(inside, rest, change);
  if (changed === inside) {
    return value;
  }
  return Array.isArray(value) ? value.with(Number(first), changed) : { ...value, [first]: changed };
}

function parsedJson(text: string): unknown {
  try {
    return /^\s*[[{]/u.test(text) ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** The intended value; `undefined` when it is ambiguous. */
function converted(value: unknown, issue: Issue): unknown {
  const text = typeof value === "string" ? value.trim() : undefined;
  switch (issue.code) {
    case "invalid_type":
      return ofType(issue.expected, value, text, issue.path[0] === "items");
    case "invalid_value":
      return text === undefined ? undefined : issue.values.find((one) => one === text.toLowerCase());
    case "invalid_union":
      return text === undefined ? undefined : (parsedJson(text) ?? lowerCase(text));
    default:
      return undefined;
  }
}

const lowerCase = (text: string): string | undefined => (text.toLowerCase() === text ? undefined : text.toLowerCase());

/** `isItems`: a name such as "Lovelace, Ada" is one item. */
function ofType(expected: string, value: unknown, text: string | undefined, isItems: boolean): unknown {
  switch (expected) {
    case "number":
    case "int":
      return text !== undefined && /^-?\d+(?:\.\d+)?$/u.test(text) ? Number(text) : undefined;
    case "boolean":
      return text === undefined ? undefined : { true: true, false: false }[text.toLowerCase()];
    case "array":
      if (text === undefined) {
        return value === undefined ? undefined : [value];
      }
      return listIn(text, isItems);
    case "object":
    case "record":
      return text === undefined ? undefined : parsedJson(text);
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
    default:
      return undefined;
  }
}

/** A list in JSON, or with commas or line breaks. */
function listIn(text: string, isItems: boolean): readonly unknown[] {
  const json = parsedJson(text);
  if (json !== undefined) {
    return Array.isArray(json) ? json : [json];
  }
  const parts = text
    .split(/[,\n]/u)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return isItems && !parts.every((one) => /[./@]/u.test(one)) ? [text] : parts;
}

const typeTexts: Readonly<Record<string, string>> = {
  ...{ number: "a number", int: "a whole number", boolean: "true or false", string: "a text" },
  ...{ array: "a list", object: "an object", record: "an object" },
};

function whatToSend(input: unknown, issue: Issue): string {
  const field = neutral(issue.path.map(String).join("."));
  const isMissing = issue.path.reduce<unknown>((at, step) => (Object(at) as Record<PropertyKey, unknown>)[step], input);
  const send = isMissing === undefined ? `Add “${field}”` : `Send “${field}”`;
  switch (issue.code) {
    case "unrecognized_keys":
      return `There is no field ${issue.keys.map((key) => `“${neutral(key, 100)}”`).join(", ")}: leave it out.`;
    case "invalid_type":
      return `${send} as ${typeTexts[issue.expected] ?? issue.expected}.`;
    case "invalid_value":
      return `${send} as one of ${issue.values.map((one) => `“${String(one)}”`).join(", ")}.`;
    case "too_small":
      return `“${field}” is too small or too short: send at least ${String(issue.minimum)}.`;
    case "too_big":
      return `“${field}” is too large or too long: send at most ${String(issue.maximum)}.`;
    default:
      return `${send} as its description says.`;
  }
}

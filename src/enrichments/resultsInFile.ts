// Finds the results of enrichments in a JSON text: within the body of a webhook, in a list, or one on each line.
import * as l10n from "@vscode/l10n";
import { deepestNesting } from "../service/jsonNesting";
import { isJsonObject, isWithinDepth } from "../service/jsonReply";

export interface FoundPart {
  /** As JSON, with numbers as they were sent. */
  readonly bytes: Uint8Array;
  /** "payload.results[2]", "line 3"; empty for the whole text. */
  readonly place: string;
  /** Whether it has a list of contacts; otherwise it is an entry that is no result, between results. */
  readonly isResult: boolean;
}

interface Part extends Omit<FoundPart, "bytes"> {
  readonly value: unknown;
}

/** The results in the order of the text; none when it cannot be read. */
export function resultsInFile(bytes: Uint8Array): readonly FoundPart[] {
  const text = textOf(bytes);
  const whole = parsed(text);
  const parts = whole === undefined ? text.split("\n").flatMap(partsOfLine) : partsOf(whole, "");
  return parts.map(({ value, ...part }) => ({ ...part, bytes: Buffer.from(JSON.stringify(value)) }));
}

function partsOfLine(line: string, index: number): readonly Part[] {
  if (line.trim() === "") {
    return [];
  }
  const value = parsed(line) ?? line;
  const at = l10n.t("line {0}", index + 1);
  const found = partsOf(value, "");
  return found.length === 0
    ? [{ value, place: at, isResult: false }]
    : found.map(({ place, ...part }) => ({ ...part, place: `${at} ${place}`.trim() }));
}

/** Where a list contains results, its other entries are named. A contact contains no results. */
function partsOf(value: unknown, place: string): readonly Part[] {
  if (Array.isArray(value)) {
    const inside = value.map((item, nth) => partsOf(item, `${place}[${nth}]`));
    return inside.every((found) => found.length === 0)
      ? []
      : inside.flatMap((found, nth) =>
          found.length > 0 ? found : [{ value: value[nth] as unknown, place: `${place}[${nth}]`, isResult: false }],
        );
  }
  if (!isJsonObject(value) || ["input", "contact_info", "profile"].some((field) => isJsonObject(value[field]))) {
    return [];
  }
  const inside = Object.entries(value).flatMap(([name, item]) =>
    partsOf(item, place === "" ? name : `${place}.${name}`),
  );
  const isResult = inside.length === 0 && Array.isArray(value["data"]);
  return isResult ? [{ value, place, isResult }] : inside;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** `undefined` when it is no JSON, or nested too deeply. */
function parsed(json: string): unknown {
  try {
    const value = JSON.parse(json, keepNumber as (name: string, value: unknown) => unknown) as unknown;
    const isFlat = typeof value !== "object" || value === null || isWithinDepth(value, deepestNesting);
    return isFlat ? value : undefined;
  } catch {
    return undefined;
  }
}

/** TypeScript does not know it yet. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (json: string) => unknown };

/** A number whose digits JavaScript would change is written as it was read. */
function keepNumber(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === "number" && source !== undefined && String(value) !== source ? rawJSON(source) : value;
}

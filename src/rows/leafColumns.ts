// Finds every field that occurs in records, known or not: the columns of an export of everything.
import { everyItem, pathText, type PathStep } from "./recordPath";

/** A tree of the places where values were found. */
interface Found {
  /** Whether a text, number or boolean was here, or at least a null. */
  leaf: "nothing" | "null" | "value";
  readonly names: Map<string, Found>;
  readonly items: Found[];
}

/** The paths of everything found, lists in each of the three ways. */
export interface FoundLeaves {
  /** One path for all items of a list: `educations[].school_name`. */
  readonly joined: readonly string[];
  /** One path for each item: `educations[0].school_name`. */
  readonly indexed: readonly string[];
  /** A list as one value: `educations`. */
  readonly json: readonly string[];
  /** Some fields were left out because a table cannot have so many columns. */
  readonly tooMany: boolean;
}

/** Excel and LibreOffice allow 16,384 columns; a hostile record could have millions. */
const mostPlaces = 16_000;
/** Deeper values become JSON. */
const deepest = 64;

export interface LeafFinder {
  add(record: unknown): void;
  found(): FoundLeaves;
}

export function createLeafFinder(): LeafFinder {
  const root = place();
  let places = 0;
  let tooMany = false;
  const make = (): Found | undefined => {
    places += 1;
    tooMany ||= places > mostPlaces;
    return places > mostPlaces ? undefined : place();
  };
  const add = (value: unknown, at: Found, depth: number): void => {
    if (depth > deepest) {
      at.leaf = "value";
    } else if (Array.isArray(value)) {
      for (const [index, item] of (value as readonly unknown[]).entries()) {
        const next = at.items[index] ?? make();
        if (next === undefined) {
          return;
        }
        at.items[index] = next;
        add(item, next, depth + 1);
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        const next = at.names.get(name) ?? make();
        if (next === undefined) {
          return;
        }
        at.names.set(name, next);
        add(item, next, depth + 1);
      }
    } else if (value !== null || at.leaf === "nothing") {
      at.leaf = value === null ? "null" : "value";
    }
  };
  return {
    add: (record) => {
      add(record, root, 0);
    },
    found: () => ({
      joined: [...new Set(paths(root, "joined"))],
      indexed: [...new Set(paths(root, "indexed"))],
      json: [...new Set(paths(root, "json"))],
      tooMany,
    }),
  };
}

function place(): Found {
  return { leaf: "nothing", names: new Map(), items: [] };
}

function paths(root: Found, lists: "joined" | "indexed" | "json"): string[] {
  const found: string[] = [];
  const walk = (at: Found, steps: readonly PathStep[]): void => {
    const isList = at.items.length > 0;
    if (isList && lists === "json") {
      found.push(pathText(steps));
    } else if (isList) {
      // Joined lists of plain values need no `[]`: the list itself is the value.
      const plain = lists === "joined" && at.items.every((item) => item.names.size === 0 && item.items.length === 0);
      if (plain) {
        found.push(pathText(steps));
      } else {
        for (const [index, item] of at.items.entries()) {
          walk(item, [...steps, lists === "joined" ? everyItem : index]);
        }
      }
    }
    // A null needs no column if other records have an object or a list there.
    const alone = !isList && at.names.size === 0;
    if (steps.length > 0 && (at.leaf === "value" || (at.leaf === "null" && alone))) {
      found.push(pathText(steps));
    }
    for (const [name, next] of at.names) {
      walk(next, [...steps, name]);
    }
  };
  walk(root, []);
  return found;
}

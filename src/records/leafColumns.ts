// Finds every field that occurs in records, known or not: the columns of an export of everything.
import { everyItem, pathText, type PathStep } from "./recordPath";

/** A node of the tree of places where values were found. */
interface Found {
  /** Whether a text, number or boolean was here, or at least a null. */
  leaf: "nothing" | "null" | "value";
  /** Children by the names of an object; `items` has those of a list by index. */
  readonly names: Map<string, Found>;
  readonly items: Map<number, Found>;
}

/** The paths of everything found, lists in each of the three ways. */
export interface FoundLeaves {
  /** One path for all items of a list: `educations[].school_name`. */
  readonly joined: readonly string[];
  /** One path for each item: `educations[0].school_name`. */
  readonly indexed: readonly string[];
  /** A list as one value: `educations`. */
  readonly json: readonly string[];
}

/** Excel and LibreOffice allow 16,384 columns; a hostile record could have millions. Those beyond are left out. */
const mostPlaces = 16_000;
/** Deeper values become JSON. */
const deepest = 64;

const emptyPlace = (): Found => ({ leaf: "nothing", names: new Map(), items: new Map() });

export class LeafFinder {
  readonly #root = emptyPlace();
  #places = 0;

  add(record: unknown): void {
    this.#add(record, this.#root, 0);
  }

  found(): FoundLeaves {
    const [joined, indexed, json] = (["joined", "indexed", "json"] as const).map((lists) => [
      ...new Set(paths(this.#root, [], lists)),
    ]);
    return { joined: joined ?? [], indexed: indexed ?? [], json: json ?? [] };
  }

  #add(value: unknown, at: Found, depth: number): void {
    if (depth > deepest) {
      at.leaf = "value";
    } else if (Array.isArray(value)) {
      this.#addAll(value.entries(), at.items, depth + 1);
    } else if (typeof value === "object" && value !== null) {
      this.#addAll(Object.entries(value), at.names, depth + 1);
    } else if (value !== null || at.leaf === "nothing") {
      at.leaf = value === null ? "null" : "value";
    }
  }

  #addAll<Step>(values: Iterable<readonly [Step, unknown]>, places: Map<Step, Found>, depth: number): void {
    for (const [step, value] of values) {
      let place = places.get(step);
      if (place === undefined) {
        this.#places += 1;
        if (this.#places > mostPlaces) {
          return;
        }
        place = emptyPlace();
        places.set(step, place);
      }
      this.#add(value, place, depth);
    }
  }
}

function paths(at: Found, steps: readonly PathStep[], lists: "joined" | "indexed" | "json"): readonly string[] {
  const isList = at.items.size > 0;
  // Joined lists of plain values need no `[]`: the list itself is the value.
  const isPlain = [...at.items.values()].every(({ names, items }) => names.size === 0 && items.size === 0);
  const isWhole = isList && (lists === "json" || (lists === "joined" && isPlain));
  const items = isWhole ? [] : [...at.items];
  // A null needs no column if other records have an object or a list there.
  const isLeaf = at.leaf === "value" || (at.leaf === "null" && !isList && at.names.size === 0);
  const own: (readonly PathStep[])[] = [];
  if (isWhole) {
    own.push(steps);
  }
  if (isLeaf && steps.length > 0) {
    own.push(steps);
  }
  return [
    ...own.map(pathText),
    ...items.flatMap(([index, item]) => paths(item, [...steps, lists === "joined" ? everyItem : index], lists)),
    ...[...at.names].flatMap(([name, next]) => paths(next, [...steps, name], lists)),
  ];
}

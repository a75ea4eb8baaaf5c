// Paths of values in a record: `employment.current.title`, `skills[0]`, `educations[].school_name`, `custom["my.key"]`.

/** A name, an index, or every item of a list. */
export type PathStep = string | number | typeof everyItem;

/** The step `[]`: the values of all items, as one list. */
export const everyItem = "[]";

const plainName = /^[^.[\]"\s]+$/;

/** The path as text; names with dots, brackets, quotes or spaces are quoted. */
export function pathText(steps: readonly PathStep[]): string {
  return steps.reduce<string>((path, step) => {
    if (step === everyItem) {
      return `${path}[]`;
    }
    if (typeof step === "number") {
      return `${path}[${step}]`;
    }
    return plainName.test(step) ? (path === "" ? step : `${path}.${step}`) : `${path}[${JSON.stringify(step)}]`;
  }, "");
}

/** The steps of a path text. An invalid path becomes one name, which no record has. */
function pathSteps(path: string): readonly PathStep[] {
  const steps: PathStep[] = [];
  const step = /\.?([^.[\]"\s]+)|\[(\d{1,6})\]|(\[\])|\[("(?:[^"\\]|\\.)*")\]/y;
  while (step.lastIndex < path.length) {
    const match = step.exec(path);
    if (match === null) {
      return [path];
    }
    steps.push(
      match[1] ??
        (match[2] === undefined ? (match[3] === undefined ? unquoted(match[4] ?? '""') : everyItem) : Number(match[2])),
    );
  }
  return steps;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Creates a reader for one path, to be reused for many records. */
export function pathReader(path: string): (record: unknown) => unknown {
  return stepsReader(pathSteps(path));
}

function stepsReader(steps: readonly PathStep[]): (value: unknown) => unknown {
  const at = steps.indexOf(everyItem);
  if (at >= 0) {
    const list = stepsReader(steps.slice(0, at));
    const rest = stepsReader(steps.slice(at + 1));
    return (value) => {
      const items = list(value);
      return Array.isArray(items)
        ? items.flatMap(rest).filter((item) => item !== undefined && item !== null && item !== "")
        : undefined;
    };
  }
  return (value) => {
    let here = value;
    for (const step of steps) {
      if (
        typeof here !== "object" ||
        here === null ||
        !Object.hasOwn(here, step) ||
        (Array.isArray(here) && typeof step === "string")
      ) {
        return undefined;
      }
      here = (here as Readonly<Record<PropertyKey, unknown>>)[step];
    }
    return here;
  };
}

/** Reads one path once. */
export function valueAtPath(record: unknown, path: string): unknown {
  return pathReader(path)(record);
}

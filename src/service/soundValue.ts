// Tells of a parsed value whether it is of a certain shape, in a fraction of its schema's time. Like `soundBytes` it may be
// unsure and is never wrong.
import type { Shape } from "./replyShapes";

/** Whether the value fits; a field that is missing is as good as null. */
export function fits(value: unknown, shape: Shape): boolean {
  if (value === null) {
    return shape.nullable;
  }
  switch (shape.kind) {
    case "any":
      return true;
    case "text":
      return typeof value === "string";
    case "number":
      return Number.isFinite(value);
    case "flag":
      return typeof value === "boolean";
    case "list":
      return Array.isArray(value) && areItems(value, shape);
    case "object":
      return typeof value === "object" && !Array.isArray(value) && areFields(value as Record<string, unknown>, shape);
    case "unsure":
      return false;
  }
}

function areItems(items: readonly unknown[], { item }: Shape): boolean {
  for (let index = 0; index < items.length; index += 1) {
    if (item !== undefined && !fits(items[index], item)) {
      return false;
    }
  }
  return true;
}

/** Goes along what is there, for most of what may be there is not; the next name is mostly the one after the last. */
function areFields(object: Readonly<Record<string, unknown>>, { texts, fields }: Shape): boolean {
  let next = 0;
  for (const name in object) {
    const which = texts[next] === name ? next : texts.indexOf(name);
    if (which >= 0) {
      const value = object[name];
      if (value !== undefined && !fits(value, fields[which] as Shape)) {
        return false;
      }
      next = which + 1;
    }
  }
  return true;
}

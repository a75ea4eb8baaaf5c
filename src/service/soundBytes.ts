// Tells from the bytes of a reply that they are JSON of a certain shape, in less than half the time of parsing them and
// without making one object. It may be unsure and is never wrong: what is not found sound is for the parser and the schemas
// to judge.
import { afterPlain, fourAtATime } from "./plainBytes";
import { anything, type Shape } from "./replyShapes";

// `one` are the bytes, `four` the same four at a time; both are handed from step to step, for that is quickest. Each step
// gives the place where the next one begins, or this.
const unsure = -1;

/** A number of more digits may lose some, and one with an exponent may be infinite. */
const safeDigits = 15;

function afterSpace(one: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = one[at] as number;
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) {
      return at;
    }
    at += 1;
  }
}

function isHexDigit(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66));
}

/** From behind a backslash to behind what it escapes. */
function afterEscape(one: Uint8Array, from: number): number {
  switch (one[from]) {
    case 0x22: // "
    case 0x5c: // backslash
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return from + 1;
    case 0x75: // u
      return isHexDigit(one[from + 1]) && isHexDigit(one[from + 2]) && isHexDigit(one[from + 3]) && isHexDigit(one[from + 4]) ? from + 5 : unsure;
    default:
      return unsure;
  }
}

/** From behind the opening quote to behind the closing one. */
function afterString(one: Uint8Array, four: Int32Array, from: number): number {
  let at = from;
  while (at >= 0) {
    at = afterPlain(one, four, at);
    const byte = one[at];
    if (byte === 0x22) {
      return at + 1;
    }
    at = byte === 0x5c ? afterEscape(one, at + 1) : unsure;
  }
  return unsure;
}

function afterDigits(one: Uint8Array, from: number): number {
  let at = from;
  while ((one[at] as number) >= 0x30 && (one[at] as number) <= 0x39) {
    at += 1;
  }
  return at;
}

function afterNumber(one: Uint8Array, from: number): number {
  const first = one[from] === 0x2d ? from + 1 : from;
  let at = one[first] === 0x30 ? first + 1 : afterDigits(one, first);
  if (at === first || at - first > safeDigits) {
    return unsure;
  }
  if (one[at] === 0x2e) {
    const fraction = at + 1;
    at = afterDigits(one, fraction);
    if (at === fraction) {
      return unsure;
    }
  }
  return ((one[at] as number) | 0x20) === 0x65 ? unsure : at;
}

/** Whether `name` and a closing quote stand at `from`. */
function isName(one: Uint8Array, from: number, name: Uint8Array): boolean {
  for (let which = 0; which < name.length; which += 1) {
    if (one[from + which] !== name[which]) {
      return false;
    }
  }
  return one[from + name.length] === 0x22;
}

/** From behind the `{`. `levels` is how much deeper it may go. */
function afterObject(one: Uint8Array, four: Int32Array, from: number, { names, fields, required }: Shape, levels: number): number {
  let at = afterSpace(one, from);
  let missing = required;
  if (one[at] === 0x7d) {
    return missing < 0 ? at + 1 : unsure;
  }
  // Services write their fields in one order, so the next one is mostly the one after the last.
  let next = 0;
  for (;;) {
    if (one[at] !== 0x22) {
      return unsure;
    }
    at += 1;
    let field = anything;
    let nameEnd = unsure;
    for (let tried = 0; tried < names.length && nameEnd === unsure; tried += 1) {
      const name = names[next] as Uint8Array;
      if (one[at] === name[0] && isName(one, at, name)) {
        field = fields[next] as Shape;
        nameEnd = at + name.length + 1;
        missing = missing === next ? -1 : missing;
      }
      next = next + 1 === names.length ? 0 : next + 1;
    }
    if (nameEnd === unsure) {
      nameEnd = afterPlain(one, four, at) + 1;
      // One with an escape in it may be a known one in disguise.
      if (one[nameEnd - 1] !== 0x22) {
        return unsure;
      }
    }
    at = afterSpace(one, nameEnd);
    if (one[at] !== 0x3a) {
      return unsure;
    }
    at = afterValue(one, four, afterSpace(one, at + 1), field, levels);
    if (at === unsure) {
      return unsure;
    }
    at = afterSpace(one, at);
    if (one[at] === 0x7d) {
      return missing < 0 ? at + 1 : unsure;
    }
    if (one[at] !== 0x2c) {
      return unsure;
    }
    at = afterSpace(one, at + 1);
  }
}

/** From behind the `[`. */
function afterList(one: Uint8Array, four: Int32Array, from: number, item: Shape, levels: number): number {
  let at = afterSpace(one, from);
  if (one[at] === 0x5d) {
    return at + 1;
  }
  for (;;) {
    at = afterValue(one, four, at, item, levels);
    if (at === unsure) {
      return unsure;
    }
    at = afterSpace(one, at);
    if (one[at] === 0x5d) {
      return at + 1;
    }
    if (one[at] !== 0x2c) {
      return unsure;
    }
    at = afterSpace(one, at + 1);
  }
}

function afterValue(one: Uint8Array, four: Int32Array, at: number, shape: Shape, levels: number): number {
  const { kind } = shape;
  const isAny = kind === "any";
  switch (one[at]) {
    case 0x22:
      return isAny || kind === "text" ? afterString(one, four, at + 1) : unsure;
    case 0x7b:
      return (isAny || kind === "object") && levels > 0 ? afterObject(one, four, at + 1, shape, levels - 1) : unsure;
    case 0x5b:
      return (isAny || kind === "list") && levels > 0 ? afterList(one, four, at + 1, shape.item ?? anything, levels - 1) : unsure;
    case 0x6e: // null
      return shape.nullable && one[at + 1] === 0x75 && one[at + 2] === 0x6c && one[at + 3] === 0x6c ? at + 4 : unsure;
    case 0x74: // true
      return (isAny || kind === "flag") && one[at + 1] === 0x72 && one[at + 2] === 0x75 && one[at + 3] === 0x65 ? at + 4 : unsure;
    case 0x66: // false
      return (isAny || kind === "flag") && one[at + 1] === 0x61 && one[at + 2] === 0x6c && one[at + 3] === 0x73 && one[at + 4] === 0x65 ? at + 5 : unsure;
    default:
      return isAny || kind === "number" ? afterNumber(one, at) : unsure;
  }
}

/** Whether the bytes from `from` on are one JSON value of this shape, nested no deeper than `levels`. */
export function isSound(body: Uint8Array, from: number, shape: Shape, levels: number): boolean {
  // A plain view: reading from a `Buffer` now and from another array then would slow both.
  const one = new Uint8Array(body.buffer, body.byteOffset, body.length);
  const end = afterValue(one, fourAtATime(body), afterSpace(one, from), shape, levels);
  return end !== unsure && afterSpace(one, end) === body.length;
}

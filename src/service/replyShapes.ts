// What the bytes of a reply are held against: the record schemas in a form that can be walked along. Made from the schemas,
// so that nothing is said twice.
import * as z from "zod";
import { listFields, type RecordKind } from "./operations";
import { recordSchemas } from "./recordSchemas";

/** What a value must be. `unsure` stands for every rule that has no form here: no value is known to fit it. */
export interface Shape {
  readonly kind: "any" | "text" | "number" | "flag" | "list" | "object" | "unsure";
  readonly nullable: boolean;
  /** Of a list's items. */
  readonly item: Shape | undefined;
  /** Of an object's known fields: their names, as bytes and as text, and what they must be. Others are `any`. */
  readonly names: readonly Uint8Array[];
  readonly texts: readonly string[];
  readonly fields: readonly Shape[];
  /** Which of them must be there; -1 when none. */
  readonly required: number;
}

/** Always the same fields in the same order: so the code that reads them is made for one form only. */
function shape(kind: Shape["kind"], { nullable = false, item, names = [], texts = [], fields = [], required = -1 }: Partial<Shape> = {}): Shape {
  return { kind, nullable, item, names, texts, fields, required };
}

export const anything: Shape = shape("any", { nullable: true });

function objectShape(fields: Readonly<Record<string, Shape>>, required?: string): Shape {
  const texts = Object.keys(fields);
  return shape("object", { names: texts.map((name) => Uint8Array.from(Buffer.from(name))), texts, fields: Object.values(fields), required: required === undefined ? -1 : texts.indexOf(required) });
}

/** The shape of a schema's values; what fits it, fits the schema. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.ZodOptional) {
    return shapeOf(schema.unwrap());
  }
  if (schema instanceof z.ZodNullable) {
    const inner = shapeOf(schema.unwrap());
    return shape(inner.kind, { ...inner, nullable: true });
  }
  if (schema instanceof z.ZodObject) {
    const isOpen = schema.def.catchall instanceof z.ZodUnknown;
    return isOpen ? objectShape(Object.fromEntries(Object.entries(schema.shape as z.core.$ZodShape).map(([name, field]) => [name, shapeOf(field)]))) : shape("unsure");
  }
  if (schema instanceof z.ZodArray) {
    return shape("list", { item: shapeOf(schema.element) });
  }
  if (schema instanceof z.ZodUnion) {
    // The schemas' only union is a number or the digits of one.
    return schema.options.some((option) => option instanceof z.ZodNumber) ? shape("number") : shape("unsure");
  }
  const hasMore = ((schema as z.ZodType).def.checks ?? []).length > 0;
  const kind = schema instanceof z.ZodString ? "text" : schema instanceof z.ZodNumber ? "number" : schema instanceof z.ZodBoolean ? "flag" : "unsure";
  return shape(hasMore ? "unsure" : kind);
}

interface KnownShapes {
  readonly record: Shape;
  readonly reply: Shape;
}

const known = new Map<RecordKind, KnownShapes>();

function shapesOf(kind: RecordKind): KnownShapes {
  let shapes = known.get(kind);
  if (shapes === undefined) {
    const record = shapeOf(recordSchemas[kind]);
    shapes = { record, reply: objectShape({ [listFields[kind]]: shape("list", { item: record }) }, listFields[kind]) };
    known.set(kind, shapes);
  }
  return shapes;
}

export const recordShape = (kind: RecordKind): Shape => shapesOf(kind).record;

/** A reply with a list of such records. */
export const replyShape = (kind: RecordKind): Shape => shapesOf(kind).reply;

// The service's records (interface, "Resources and their fields") as schemas and types. Every field is optional and
// nullable, and unknown fields are allowed: a schema only finds known fields with a value of the wrong type. Such
// a record is saved and shown nevertheless.
import * as z from "zod";
import type { RecordKind } from "./operations";

const text = z.string().nullish();
const amount = z.number().nullish();
/** A number, or the digits of an integer that a number cannot represent. */
const integer = z.union([z.number(), z.string().regex(/^-?\d+$/)]).nullish();
const moment = text;
const listOf = <S extends z.ZodType>(item: S) => z.array(item).nullish();

const socialProfiles = z
  .looseObject({
    professional_network: z.looseObject({ id: integer, url: text, handle: text, connection_count: amount }).nullish(),
  })
  .nullish();

const headquarters = z.looseObject({
  line1: text,
  line2: text,
  city: text,
  region: text,
  country: text,
  country_code: text,
});
const office = z.looseObject({ line1: text, line2: text });

/** Interface, "Company". */
const companySchema = z.looseObject({
  id: text,
  name: text,
  domain: text,
  website: text,
  description: text,
  year_founded: amount,
  headcount: amount,
  headcount_range: text,
  company_type: text,
  locations: z.looseObject({ headquarters: headquarters.nullish(), offices: listOf(office) }).nullish(),
  social_profiles: socialProfiles,
  specialties: listOf(z.string()),
  technologies: listOf(z.looseObject({ name: text, logo_url: text })),
  industry: z.looseObject({ main_industry: text }).nullish(),
  logo_url: text,
});

/** Interface, "Position (inside employment)". */
const positionSchema = z.looseObject({
  title: text,
  seniority: text,
  job_functions: listOf(z.looseObject({ function: text, sub_function: text })),
  description: text,
  company: companySchema.nullish(),
  is_current: z.boolean().nullish(),
  start_at: moment,
  end_at: moment,
});

const education = z.looseObject({ school_name: text, degree: text, start_at: moment, end_at: moment });

/** Interface, "Person". */
const personSchema = z.looseObject({
  id: text,
  full_name: text,
  first_name: text,
  last_name: text,
  headline: text,
  description: text,
  location: z.looseObject({ country: text, country_code: text, city: text, region: text }).nullish(),
  social_profiles: socialProfiles,
  educations: listOf(education),
  languages: listOf(z.looseObject({ language: text, proficiency: text })),
  skills: listOf(z.string()),
  employment: z.looseObject({ current: positionSchema.nullish(), all: listOf(positionSchema) }).nullish(),
});

const email = z.looseObject({ email: text, status: text });
const phone = z.looseObject({
  number: text,
  region: text,
  line_type: text,
  line_status: text,
  ownership_match: text,
  ownership_match_confidence: amount,
  connect_rate: text,
});

/** One entry of `data` (interface, "Bulk enrichment result"). */
const contactSchema = z.looseObject({
  input: z
    .looseObject({
      first_name: text,
      last_name: text,
      company_domain: text,
      company_name: text,
      professional_network_url: text,
    })
    .nullish(),
  custom: z.looseObject({}).nullish(),
  contact_info: z
    .looseObject({
      most_probable_work_email: email.nullish(),
      most_probable_personal_email: email.nullish(),
      most_probable_phone: phone.nullish(),
      work_emails: listOf(email),
      personal_emails: listOf(email),
      phones: listOf(phone),
    })
    .nullish(),
  profile: personSchema.nullish(),
});

export type Company = z.infer<typeof companySchema>;
export type CompanyAddress = z.infer<typeof headquarters>;
export type Position = z.infer<typeof positionSchema>;
export type Person = z.infer<typeof personSchema>;
export type Education = z.infer<typeof education>;
export type Email = z.infer<typeof email>;
export type Phone = z.infer<typeof phone>;
export type EnrichedContact = z.infer<typeof contactSchema>;

/** @internal */
export const recordSchemas = {
  company: companySchema,
  person: personSchema,
  contact: contactSchema,
} as const satisfies Readonly<Record<RecordKind, z.ZodType>>;

const paths: Partial<Record<RecordKind, readonly string[]>> = {};

/** The paths of all known fields; `[]` means each item of a list, as in `employment.all[].title`. */
export const recordPaths = (kind: RecordKind): readonly string[] => (paths[kind] ??= pathsIn(recordSchemas[kind], ""));

function pathsIn(schema: unknown, path: string): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return pathsIn(schema.unwrap(), path);
  }
  const own = path === "" ? [] : [path];
  if (schema instanceof z.ZodArray) {
    return [...own, ...pathsIn(schema.element, `${path}[]`)];
  }
  const fields = schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
  return [...own, ...fields.flatMap(([name, field]) => pathsIn(field, path === "" ? name : `${path}.${name}`))];
}

/** The type of a field by its path; `undefined` if it is not known or contains other fields. */
export function fieldType(kind: RecordKind, path: string): "text" | "number" | "boolean" | "list" | undefined {
  let schema: unknown = recordSchemas[kind];
  let isInList = false;
  for (const name of path.split(/\.|(?=\[)/u)) {
    schema = bare(schema);
    if (schema instanceof z.ZodArray && /^\[\d*\]$/u.test(name)) {
      isInList ||= name === "[]";
      schema = schema.element;
    } else {
      schema = schema instanceof z.ZodObject ? (schema.shape as Readonly<Record<string, unknown>>)[name] : undefined;
    }
  }
  const field = bare(schema);
  if (field === undefined || field instanceof z.ZodObject || field instanceof z.ZodArray) {
    return undefined;
  }
  if (isInList) {
    return "list";
  }
  return field instanceof z.ZodNumber ? "number" : field instanceof z.ZodBoolean ? "boolean" : "text";
}

const bare = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema;

// The request bodies of the service: types and schemas, generated from the filter catalogue.
import * as z from "zod";
import { companyFilters, peopleFilters, type FilterKind } from "./filterCatalogue";
import type { PaidOperation } from "./operations";
import { enterBounds, enterDigits, enterValue, enterWholeNumber, numberTooLarge, swapBounds } from "./valueTexts";

/** A text filter item (interface, "Filter objects"). `exclude` and `exact_match` default to false. */
export type TextFilterItem = Readonly<z.infer<typeof textItem>>;
/** An item of a filter marked "integer". */
export type IntegerFilterItem = Readonly<z.infer<typeof integerItem>>;
/** A range filter item; both bounds are inclusive, at least one is given. */
export type RangeFilterItem = Readonly<z.infer<typeof rangeItem>>;
export type FilterItem = TextFilterItem | IntegerFilterItem | RangeFilterItem;

/** `offset` at most 10,000; `limit` 1–100, 10 when absent; `search_after` a cursor from an earlier reply. */
export type Paging = Readonly<z.infer<z.ZodObject<typeof paging>>>;

type ItemOf<K> = K extends "range" ? RangeFilterItem : K extends "integer" ? IntegerFilterItem : TextFilterItem;
type FiltersFrom<D extends { readonly field: string; readonly kind: FilterKind }> = {
  readonly [F in D as F["field"]]?: readonly ItemOf<F["kind"]>[] | undefined;
};

export type CompanyFilters = FiltersFrom<(typeof companyFilters)[number]>;
export type PeopleFilters = FiltersFrom<(typeof peopleFilters)[number]>;
export type CompanySearchRequest = Paging & CompanyFilters;
export type PeopleSearchRequest = Paging & PeopleFilters;

/** Limits of the interface ("Limits"). */
export const maximumOffset = 10_000;
export const maximumLimit = 100;
export const defaultLimit = 10;

const typeValue = { error: enterValue };
const digitsOnly = { error: enterDigits };
const wholeNumber = { error: enterWholeNumber };

const flag = z.boolean({ error: () => "Write true or false, without quotes." }).optional();
const itemText = {
  error: ({ input }: { readonly input?: unknown }) =>
    typeof input === "number" ? "This filter needs text: put the value in double quotes." : enterValue,
};
const itemNumber = z
  .number({
    error: ({ input }) => (typeof input === "string" ? "Write this number without quotes." : enterDigits),
  })
  .int({
    error: ({ code }) => (code === "too_big" || code === "too_small" ? numberTooLarge : enterWholeNumber),
  });

const textItem = z.strictObject({
  value: z.string(itemText).trim().min(1, itemText),
  exclude: flag,
  exact_match: flag,
});
const integerItem = z.strictObject({ value: itemNumber, exclude: flag, exact_match: flag });
const rangeItem = z
  .strictObject({ min: itemNumber.optional(), max: itemNumber.optional(), exclude: flag })
  .refine(({ min, max }) => min !== undefined || max !== undefined, { error: enterBounds })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
    error: ({ input }) => {
      const { min = 0, max = 0 } = input as { readonly min?: number; readonly max?: number };
      return swapBounds(min, max);
    },
  });

/** The schema of an item by the kind of its filter; its messages are sentences that say what to do. */
export const itemSchemas = { text: textItem, integer: integerItem, range: rangeItem } as const satisfies Record<
  FilterKind,
  z.ZodType
>;

const paging = {
  offset: z
    .number(digitsOnly)
    .int(wholeNumber)
    .min(0, { error: () => "Enter 0 or more." })
    .max(maximumOffset, { error: () => "After record 10,000 the service pages by cursor only." })
    .optional(),
  limit: z
    .number(digitsOnly)
    .int(wholeNumber)
    .min(1, { error: () => "Fetch at least one record." })
    .max(maximumLimit, { error: () => "The service returns at most 100 records per page." })
    .optional(),
  search_after: z
    .string({ error: () => "The cursor must be text." })
    .min(1, { error: () => "A cursor cannot be empty." })
    .optional(),
};

const text = z.string(typeValue).trim().min(1, typeValue).optional();
const networkId = z
  .number(digitsOnly)
  .int(wholeNumber)
  .positive({ error: () => "Enter a number above 0." })
  .optional();
const hasIdentifier = (value: object): boolean => Object.values(value).some((identifier) => identifier !== undefined);
const needsIdentifier = { error: () => "Enter at least one identifier." };

const companyLookup = z
  .strictObject({ domain: text, professional_network_url: text, professional_network_id: networkId })
  .refine(hasIdentifier, needsIdentifier);
const peopleLookup = z
  .strictObject({
    person_name: text,
    person_professional_network_url: text,
    person_professional_network_id: networkId,
    company_professional_network_url: text,
    company_professional_network_id: networkId,
    company_domain: text,
  })
  .refine(hasIdentifier, needsIdentifier);

/** Identifiers for a lookup; at least one is required (interface, "Endpoints" 2 and 4). */
export type CompanyLookupRequest = Readonly<z.infer<typeof companyLookup>>;
export type PeopleLookupRequest = Readonly<z.infer<typeof peopleLookup>>;

/** The body of each paid operation. */
export interface RequestOf {
  readonly companySearch: CompanySearchRequest;
  readonly companyLookup: CompanyLookupRequest;
  readonly peopleSearch: PeopleSearchRequest;
  readonly peopleLookup: PeopleLookupRequest;
}

const searchSchema = (filters: readonly { readonly field: string; readonly kind: FilterKind }[]): z.ZodType =>
  z.strictObject({
    ...paging,
    ...Object.fromEntries(filters.map(({ field, kind }) => [field, z.array(itemSchemas[kind]).optional()])),
  });

/** Unknown fields are rejected, so a misspelled filter never makes a search wider. */
export const requestSchemas: { readonly [Name in PaidOperation]: z.ZodType<RequestOf[Name]> } = {
  companySearch: searchSchema(companyFilters) as z.ZodType<CompanySearchRequest>,
  companyLookup,
  peopleSearch: searchSchema(peopleFilters) as z.ZodType<PeopleSearchRequest>,
  peopleLookup,
};

// The request bodies of the service: types and schemas, generated from the filter catalogue.
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { PaidOperation } from "./operations";
import { companyFilters, peopleFilters, type FilterKind } from "./filterCatalogue";
import { enterBounds, enterDigits, enterValue, enterWholeNumber, numberTooLarge, swapBounds } from "./valueTexts";

/** A text filter item (interface, "Filter objects"). `exclude` and `exact_match` default to false. */
export interface TextFilterItem {
  readonly value: string;
  readonly exclude?: boolean | undefined;
  readonly exact_match?: boolean | undefined;
}

/** An item of a filter marked "integer". */
export interface IntegerFilterItem {
  readonly value: number;
  readonly exclude?: boolean | undefined;
  readonly exact_match?: boolean | undefined;
}

/** A range filter item; both bounds are inclusive, at least one is given. */
export interface RangeFilterItem {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly exclude?: boolean | undefined;
}

export type FilterItem = TextFilterItem | IntegerFilterItem | RangeFilterItem;

/** `offset` at most 10,000; `limit` 1–100, 10 when absent; `search_after` a cursor from an earlier reply. */
export interface Paging {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly search_after?: string | undefined;
}

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

/** Functions, because the display language is set after this module is loaded. */
const typeValue = { error: enterValue };
const digitsOnly = { error: enterDigits };
const wholeNumber = { error: enterWholeNumber };

const flag = z.boolean({ error: () => l10n.t("Write true or false, without quotes.") }).optional();
const itemText = {
  error: ({ input }: { readonly input?: unknown }) =>
    typeof input === "number" ? l10n.t("This filter needs text: put the value in double quotes.") : enterValue(),
};
const itemNumber = z
  .number({
    error: ({ input }) => (typeof input === "string" ? l10n.t("Write this number without quotes.") : enterDigits()),
  })
  .int({
    error: ({ code }) => (code === "too_big" || code === "too_small" ? numberTooLarge() : enterWholeNumber()),
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
      const { min = 0, max = 0 } = input as RangeFilterItem;
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
    .min(0, { error: () => l10n.t("Enter 0 or more.") })
    .max(maximumOffset, { error: () => l10n.t("After record 10,000 the service pages by cursor only.") })
    .optional(),
  limit: z
    .number(digitsOnly)
    .int(wholeNumber)
    .min(1, { error: () => l10n.t("Fetch at least one record.") })
    .max(maximumLimit, { error: () => l10n.t("The service returns at most 100 records per page.") })
    .optional(),
  search_after: z
    .string({ error: () => l10n.t("The cursor must be text.") })
    .min(1, { error: () => l10n.t("A cursor cannot be empty.") })
    .optional(),
};

function filterShape(
  filters: readonly { readonly field: string; readonly kind: FilterKind }[],
): Record<string, z.ZodType> {
  return Object.fromEntries(filters.map(({ field, kind }) => [field, z.array(itemSchemas[kind]).optional()]));
}

/** Identifiers for a company lookup; at least one is required (interface, "POST /api/v2/company/lookup"). */
export interface CompanyLookupRequest {
  readonly domain?: string | undefined;
  readonly professional_network_url?: string | undefined;
  readonly professional_network_id?: number | undefined;
}

/** Identifiers for a people lookup; at least one is required (interface, "POST /api/v2/people/lookup"). */
export interface PeopleLookupRequest {
  readonly person_name?: string | undefined;
  readonly person_professional_network_url?: string | undefined;
  readonly person_professional_network_id?: number | undefined;
  readonly company_professional_network_url?: string | undefined;
  readonly company_professional_network_id?: number | undefined;
  readonly company_domain?: string | undefined;
}

const text = z.string(typeValue).trim().min(1, typeValue).optional();
const networkId = z
  .number(digitsOnly)
  .int(wholeNumber)
  .positive({ error: () => l10n.t("Enter a number above 0.") })
  .optional();
const hasIdentifier = (value: object): boolean => Object.values(value).some((identifier) => identifier !== undefined);
const needsIdentifier = { error: () => l10n.t("Enter at least one identifier.") };

/** The body of each paid operation. */
export interface RequestOf {
  readonly companySearch: CompanySearchRequest;
  readonly companyLookup: CompanyLookupRequest;
  readonly peopleSearch: PeopleSearchRequest;
  readonly peopleLookup: PeopleLookupRequest;
}

/** Unknown fields are rejected, so a misspelled filter never makes a search wider. */
export const requestSchemas: { readonly [Name in PaidOperation]: z.ZodType<RequestOf[Name]> } = {
  companySearch: z.strictObject({
    ...paging,
    ...filterShape(companyFilters),
  }) as unknown as z.ZodType<CompanySearchRequest>,
  companyLookup: z
    .strictObject({ domain: text, professional_network_url: text, professional_network_id: networkId })
    .refine(hasIdentifier, needsIdentifier),
  peopleSearch: z.strictObject({
    ...paging,
    ...filterShape(peopleFilters),
  }) as unknown as z.ZodType<PeopleSearchRequest>,
  peopleLookup: z
    .strictObject({
      person_name: text,
      person_professional_network_url: text,
      person_professional_network_id: networkId,
      company_professional_network_url: text,
      company_professional_network_id: networkId,
      company_domain: text,
    })
    .refine(hasIdentifier, needsIdentifier),
};

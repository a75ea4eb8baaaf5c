// What is known about a filter of a search.

/** The two searches of the service (interface, "Endpoints" 1 and 3). */
export type SearchKind = "company" | "people";

/**
 * What an item of a filter contains: a text, an integer, or a range from `min` to `max` (interface, "Filter objects").
 */
export type FilterKind = "text" | "integer" | "range";

/** The heading in the form under which a filter is listed. */
export type FilterGroup =
  "Company" | "Headquarters" | "Size and age" | "Person" | "Position" | "Past" | "Skills" | "Current company";

/** A suggested range; both bounds are inclusive, and an absent bound means no limit. */
export interface RangePreset {
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
}

/** Everything known about one filter of a search. */
export interface FilterDefinition {
  /** The name in the request body. */
  readonly field: string;
  readonly label: string;
  readonly group: FilterGroup;
  readonly kind: FilterKind;
  /** What the value is compared with, as the interface describes it. */
  readonly meaning: string;
  /** The interface recommends `exact_match` here. */
  readonly isExactAdvised?: true;
  /** Suggestions while typing. Any other value is allowed too. */
  readonly suggestions?: readonly string[];
  /** Suggested ranges. */
  readonly presets?: readonly RangePreset[];
  /** What a range counts, for labels. */
  readonly unit?: string;
  /** Numbers outside of these are treated as typing mistakes. */
  readonly bounds?: { readonly min: number; readonly max: number };
  /** Shown in the empty input. */
  readonly example: string;
}

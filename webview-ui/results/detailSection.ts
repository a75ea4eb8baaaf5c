// What a section of the details shows, as data.
import type { HeadcountChange } from "./recordSummary";

export interface CurvePoint {
  /** ms since 1970. */
  readonly at: number;
  readonly value: number;
}

export interface Fact {
  readonly label: string;
  readonly text: string;
  /** An http(s) or mailto address that may be offered to open. */
  readonly link?: string | undefined;
  readonly change?: HeadcountChange | undefined;
}

/** A line with notes, such as an email. */
export interface NotedEntry {
  readonly title: string;
  readonly notes: readonly string[];
  readonly link?: string | undefined;
}

export interface TimelineEntry {
  readonly when: string;
  readonly title: string;
  readonly place: string;
  readonly notes: readonly string[];
  readonly text: string;
  readonly current: boolean;
  /** The run that shows it. */
  readonly run?: { readonly id: string; readonly title: string } | undefined;
}

export type DetailSection =
  | {
      readonly kind: "facts";
      readonly heading: string;
      readonly facts: readonly Fact[];
      /** They are fields of an unknown kind. */
      readonly isOther?: boolean;
    }
  | { readonly kind: "text"; readonly heading: string; readonly text: string }
  | { readonly kind: "labels"; readonly heading: string; readonly items: readonly string[] }
  | {
      readonly kind: "entries";
      readonly heading: string;
      readonly entries: readonly NotedEntry[];
    }
  | {
      readonly kind: "timeline";
      readonly heading: string;
      readonly entries: readonly TimelineEntry[];
      /** Above them. */
      readonly curve?: readonly CurvePoint[] | undefined;
    };

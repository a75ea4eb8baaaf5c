// Generates the JSON schema of saved searches from the filter catalogue: for programs, and for the text editor.
import * as z from "zod";
import { filtersOf, type FilterDefinition, type SearchKind } from "../service/filterCatalogue";
import { profileSchema } from "./columnProfiles";
import { mostCredits, mostRecords } from "./fetchInput";
import { defaultRecords } from "./searchDocument";

type Schema = Readonly<Record<string, unknown>>;

/** A draft-07 schema, which every editor supports. Suggestions are examples because no list of values is closed. */
export function searchJsonSchema(): Schema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Saved search",
    description:
      "A search of companies or people. Within one filter any value may match; across filters all must match.",
    type: "object",
    required: ["search"],
    properties: {
      $schema: { type: "string" },
      search: {
        description: "What to search.",
        enum: ["company", "people"],
        enumDescriptions: [
          `Companies, by ${filtersOf("company").length} filters.`,
          `People, by ${filtersOf("people").length} filters.`,
        ],
      },
      filters: {
        type: "object",
        description: "Each filter with its list of values. A search without filters finds everything.",
      },
      fetch: {
        type: "object",
        description: "How many records one run fetches, and where it stops.",
        properties: {
          records: {
            type: "integer",
            minimum: 1,
            maximum: mostRecords,
            default: defaultRecords,
            description: "Records to fetch.",
          },
          credits: {
            type: "number",
            minimum: 0,
            maximum: mostCredits,
            description: "The credit limit: the run stops before a page that could exceed it.",
          },
          leaveOutKnown: {
            type: "boolean",
            default: false,
            description:
              "Skip records that earlier runs of this search fetched: the service leaves them out at no cost.",
          },
        },
        additionalProperties: false,
      },
      leaveOut: {
        type: "array",
        description:
          "Leave-out lists: CSV or text files with domains, email addresses, profile addresses or ids of companies " +
          "and people that are neither shown nor exported. Relative to this file, inside the workspace.",
        items: { type: "string", minLength: 1 },
        uniqueItems: true,
        examples: [["customers.csv"]],
      },
      export: exportSchema(),
    },
    allOf: [whenSearching("company"), whenSearching("people")],
  };
}

/** By the names of properties. */
const profileTexts: Readonly<Record<string, Schema>> = {
  name: { description: "The name of the profile." },
  columns: { description: 'The columns in their order, or "everything": each field found in the records.' },
  lists: {
    description: "How a list becomes cells.",
    enumDescriptions: [
      "One cell, items separated by “; ”.",
      "A column for each item: skills[0], skills[1], ….",
      "One cell of JSON.",
    ],
  },
  id: { description: "A column's id such as name, or the path of a field: employment.current.title." },
  header: { description: "The text of the header." },
  format: {
    default: "asSent",
    description:
      "dateOnly shortens a timestamp to its date; compactPhone removes the separators of an international number.",
  },
  or: { description: "The column to write where the value is unknown." },
};

/** From what profiles are checked with. */
function exportSchema(): Schema {
  const { $schema: _dialect, ...items } = z.toJSONSchema(profileSchema, {
    target: "draft-7",
    io: "input",
    override: ({ jsonSchema }) => {
      for (const [name, property] of Object.entries(jsonSchema.properties ?? {})) {
        Object.assign(property, profileTexts[name]);
        jsonSchema.additionalProperties = false;
      }
    },
  });
  return {
    type: "object",
    description: "How the records of this search are exported.",
    properties: {
      profiles: {
        type: "array",
        description: "Sets of columns, offered when this search's records are exported.",
        items,
      },
    },
    additionalProperties: false,
  };
}

function whenSearching(kind: SearchKind): Schema {
  return {
    if: { properties: { search: { const: kind } }, required: ["search"] },
    then: {
      properties: {
        filters: {
          properties: Object.fromEntries(filtersOf(kind).map((filter) => [filter.field, filterSchema(filter)])),
          additionalProperties: false,
        },
      },
    },
  };
}

function filterSchema(filter: FilterDefinition): Schema {
  return {
    type: "array",
    description: `${filter.label} (${filter.group}): ${filter.meaning}.`,
    items: itemSchema(filter),
    // Completing a filter leaves an empty value with the caret in it.
    defaultSnippets: [
      {
        label: filter.label,
        description: filter.meaning,
        body: [
          filter.kind === "range" ? { min: "^$1", max: "^$2" } : { value: filter.kind === "integer" ? "^$1" : "$1" },
        ],
      },
    ],
  };
}

function itemSchema(filter: FilterDefinition): Schema {
  const exclude = { type: "boolean", default: false, description: "true excludes records that match." };
  if (filter.kind === "range") {
    const bound = {
      type: "integer",
      minimum: filter.bounds?.min,
      maximum: filter.bounds?.max,
      examples: [Number(filter.example)],
    };
    return {
      type: "object",
      properties: {
        min: {
          ...bound,
          description: `Lower bound, inclusive${filter.unit === undefined ? "" : `, in ${filter.unit}`}.`,
        },
        max: {
          ...bound,
          description: `Upper bound, inclusive${filter.unit === undefined ? "" : `, in ${filter.unit}`}.`,
        },
        exclude,
      },
      anyOf: [{ required: ["min"] }, { required: ["max"] }],
      additionalProperties: false,
      defaultSnippets: (filter.presets ?? []).map(({ label, min, max }) => ({
        label,
        body: { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) },
      })),
    };
  }
  const value =
    filter.kind === "integer"
      ? { type: "integer", description: filter.meaning, examples: [Number(filter.example)] }
      : { type: "string", minLength: 1, description: filter.meaning, examples: filter.suggestions ?? [filter.example] };
  return {
    type: "object",
    required: ["value"],
    properties: { value, exclude, exact_match: exactMatchSchema(filter) },
    additionalProperties: false,
  };
}

function exactMatchSchema({ kind, isExactAdvised }: FilterDefinition): Schema {
  const description =
    kind === "integer"
      ? "true: the exact term must appear in the value."
      : "true: the value as stored, whatever its case. false: minor differences are tolerated." +
        (isExactAdvised ? " Recommended for this filter." : "");
  return { type: "boolean", default: false, description };
}

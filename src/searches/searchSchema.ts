// Generates the JSON schema of saved searches from the filter catalogue, for completion and hovers in VS Code's text
// editor. It validates nothing, because the editor would repeat the problems of the diagnostics.
import { filtersOf, type FilterDefinition, type SearchKind } from "../service/filterCatalogue";
import { defaultRecords } from "./searchDocument";

type Schema = Readonly<Record<string, unknown>>;

const text = { defaultSnippets: [{ label: '""', body: "$1" }] };
const number = { defaultSnippets: [{ label: "0", body: "^${1:0}" }] };
const flag = { examples: [true, false], default: false };
const oneOf = (words: Readonly<Record<string, string | undefined>>): Schema => ({
  defaultSnippets: Object.entries(words).map(([word, description]) => ({ label: word, description, body: word })),
});

/** A draft-07 schema, which every editor supports. */
export function searchJsonSchema(): Schema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Saved search",
    description:
      "A search of companies or people. Within one filter any value may match; across filters all must match.",
    properties: {
      $schema: text,
      search: {
        ...oneOf({
          company: `Companies, by ${filtersOf("company").length} filters.`,
          people: `People, by ${filtersOf("people").length} filters.`,
        }),
        description: "What to search.",
      },
      filters: { description: "Each filter with its list of values. A search without filters finds everything." },
      fetch: {
        description: "How many records one run fetches, and where it stops.",
        properties: {
          records: { default: defaultRecords, description: "Records to fetch." },
          credits: {
            ...number,
            description: "The credit limit: the run stops before a page that could exceed it.",
          },
          leaveOutKnown: {
            ...flag,
            description:
              "Skip records that earlier runs of this search fetched: the service leaves them out at no cost.",
          },
        },
      },
      leaveOut: {
        description:
          "Leave-out lists: CSV or text files with domains, email addresses, profile addresses or ids of companies " +
          "and people that are neither shown nor exported. Relative to this file, inside the workspace.",
        items: text,
        uniqueItems: true,
        examples: [["customers.csv"]],
      },
      export: {
        description: "How the records of this search are exported.",
        properties: {
          profiles: {
            description: "Sets of columns, offered when this search's records are exported.",
            items: { properties: profileProperties },
          },
        },
      },
    },
    allOf: [whenSearching("company"), whenSearching("people")],
  };
}

const columnId = {
  ...text,
  description: "A column's id such as name, or the path of a field: employment.current.title.",
};
const profileProperties = {
  name: { ...text, description: "The name of the profile." },
  lists: {
    ...oneOf({
      joined: "One cell, items separated by “; ”.",
      indexed: "A column for each item: skills[0], skills[1], ….",
      json: "One cell of JSON.",
    }),
    default: "joined",
    description: "How a list becomes cells.",
  },
  columns: {
    description: 'The columns in their order, or "everything": each field found in the records.',
    anyOf: [
      oneOf({ everything: undefined }),
      {
        items: {
          anyOf: [
            columnId,
            {
              properties: {
                id: columnId,
                header: { ...text, description: "The text of the header." },
                format: {
                  ...oneOf({ asSent: undefined, dateOnly: undefined, compactPhone: undefined }),
                  default: "asSent",
                  description:
                    "dateOnly shortens a timestamp to its date; compactPhone removes the separators of an " +
                    "international number.",
                },
                or: { ...text, description: "The column to write where the value is unknown." },
                longest: {
                  description: "Longer texts are cut to so many characters; longer addresses and numbers are left out.",
                },
              },
            },
          ],
        },
      },
    ],
  },
};

function whenSearching(kind: SearchKind): Schema {
  return {
    if: { properties: { search: { const: kind } }, required: ["search"] },
    then: {
      properties: {
        filters: {
          properties: Object.fromEntries(filtersOf(kind).map((filter) => [filter.field, filterSchema(filter)])),
        },
      },
    },
  };
}

function filterSchema(filter: FilterDefinition): Schema {
  return {
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
  const exclude = { ...flag, description: "true excludes records that match." };
  if (filter.kind === "range") {
    const examples = [Number(filter.example)];
    const unit = filter.unit === undefined ? "" : `, in ${filter.unit}`;
    return {
      properties: {
        min: { examples, description: `Lower bound, inclusive${unit}.` },
        max: { examples, description: `Upper bound, inclusive${unit}.` },
        exclude,
      },
      defaultSnippets: (filter.presets ?? []).map(({ label, min, max }) => ({ label, body: { min, max } })),
    };
  }
  const examples = filter.suggestions ?? [filter.kind === "integer" ? Number(filter.example) : filter.example];
  const value = { description: filter.meaning, examples };
  return { properties: { value, exclude, exact_match: exactMatchSchema(filter) } };
}

function exactMatchSchema({ kind, isExactAdvised }: FilterDefinition): Schema {
  const description =
    kind === "integer"
      ? "true: the exact term must appear in the value."
      : "true: the value as stored, whatever its case. false: minor differences are tolerated." +
        (isExactAdvised ? " Recommended for this filter." : "");
  return { ...flag, description };
}

// Converts lines of lookups to a table. A line is a text, or a JSON object with the service's names of identifiers.
import { mappingFor } from "../app/tableColumns";
import type { LookupKind } from "../service/operations";
import { guessMapping, type ColumnMapping, type ColumnRole } from "../tables/batchMapping";
import type { CsvTable } from "../tables/table";
import { csvPresets, lineWriter, rowLine } from "../tables/writer";
import { CommandFailure } from "./results";

/** The column of lines that are texts. */
const textHeader = "Looked up";

/** The options to read the written table. */
export const linesReading = { encoding: "utf-8", separator: ",", headerRow: 1 } as const;

const roles: Readonly<Record<LookupKind, Readonly<Record<string, ColumnRole>>>> = {
  company: { domain: "domain", professional_network_url: "networkUrl", professional_network_id: "networkId" },
  person: {
    person_name: "name",
    person_professional_network_url: "profileUrl",
    professional_network_url: "profileUrl",
    person_professional_network_id: "profileId",
    professional_network_id: "profileId",
    company_domain: "companyDomain",
    company_professional_network_url: "companyUrl",
    company_professional_network_id: "companyId",
  },
};

type Line = string | Readonly<Record<string, unknown>>;

/** Whether the first line is a JSON object. */
export const isNdjson = (text: string): boolean => text.trimStart().startsWith("{");

/** Throws a `CommandFailure` that names the invalid line, or when there is no line. `shown` is used in sentences. */
export function tableOfLines(lines: readonly string[], shown: string): Uint8Array {
  const read = lines.flatMap((line, nth) => {
    const text = line.trim();
    return text === "" ? [] : [readLine(text, `Line ${nth + 1} of ${shown}`)];
  });
  if (read.length === 0) {
    throw new CommandFailure("usage", `${shown} has no line to look up.`);
  }
  const names = new Set(read.flatMap((line) => (typeof line === "string" ? [] : Object.keys(line))));
  const texts = read.some((line) => typeof line === "string") ? [textHeader] : [];
  const columns = [...texts, ...names];
  const write = lineWriter<Line>(columns.length, (line, nth) => cellOf(line, columns[nth] ?? ""), csvPresets.Plain);
  return Buffer.from(rowLine(columns, ",", "\n") + read.map(write).join(""));
}

function readLine(text: string, shown: string): Line {
  if (!text.startsWith("{") && !/^".*"$/u.test(text)) {
    return text;
  }
  try {
    return JSON.parse(text) as Line;
  } catch {
    if (text.startsWith("{")) {
      throw new CommandFailure("usage", `${shown} is not a JSON object, so nothing was sent.`);
    }
    return text;
  }
}

function cellOf(line: Line, column: string): string {
  if (typeof line === "string") {
    return column === textHeader ? line : "";
  }
  const value = Object.hasOwn(line, column) ? (line[column] ?? "") : "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Maps columns by the names of identifiers, and other columns as in any table. */
export function mappingOfLines(kind: LookupKind, table: CsvTable): ColumnMapping {
  const header = table.header ?? [];
  const texts = header[0] === textHeader ? [0] : [];
  const places = header.map((_name, place) => place).slice(texts.length);
  const guessed = guessMapping(kind, header, table.sample, places);
  const columns: Partial<Record<ColumnRole, number>> = {};
  const named: number[] = [];
  for (const [name, role] of Object.entries(roles[kind])) {
    const place = header.indexOf(name);
    if (place >= 0) {
      columns[role] ??= place;
      named.push(place);
    }
  }
  if (named.length === 0) {
    return mappingFor(kind, table, texts.length === 0 ? undefined : ["1"]);
  }
  for (const role of ["name", "firstName", "lastName"] as const) {
    const place = guessed.columns[role];
    if (place !== undefined && !named.includes(place)) {
      columns[role] ??= place;
    }
  }
  const used = Object.values(columns);
  // A field that identifies in some lines only, such as "website" beside "domain".
  const others = [...named, ...Object.values(guessed.columns), ...(guessed.fallbacks ?? [])];
  const fallbacks = [...new Set(others)].filter((place) => !used.includes(place));
  return { kind, columns, fallbacks: [...fallbacks, ...texts] };
}

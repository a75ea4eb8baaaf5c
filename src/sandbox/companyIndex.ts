// The index of all companies: one entry for each company filter of the catalogue; a missing one does not compile.
import type { CompanyFilterField } from "../service/filterCatalogue";
import {
  companyDescription,
  companyDomain,
  companyFacts,
  companyId,
  companyNetworkId,
  companyUrl,
  type World,
} from "./companyData";
import type { Fields } from "./recordIndex";
import type { Pause } from "./slices";
import { bareAddress } from "./textMatch";
import { idValues, networkIdValues, rangeValues, textValues, type ValueSet } from "./valueSets";
import { industries, specialties, technologies, types } from "./vocabulary/industries";
import { placeLine, places } from "./vocabulary/places";

export interface CompanyIndex {
  readonly size: number;
  readonly fields: Fields<CompanyFilterField>;
}

/** Where a place is compared: the whole line tolerantly; its parts, too, when exactly. */
export function placeValues(pause: Pause): ValueSet {
  const line = (id: number): string => {
    const place = places[id];
    return place ? placeLine(place) : "";
  };
  return textValues(places.length, line, pause, {
    exactForms: (id) => {
      const place = places[id];
      return place ? [place.city, place.region, place.country, placeLine(place)].filter((part) => part !== "") : [];
    },
  });
}

export const rowOfId =
  (prefix: string) =>
  (id: string): number | undefined => {
    const digits = id.startsWith(prefix) ? id.slice(prefix.length) : "";
    return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
  };

const specialtyWidth = 4;
const technologyWidth = 6;

/** Makes the index in slices; the words of a field are indexed with the first filter over it. */
export async function indexCompanies(world: World, size: number, pause: Pause): Promise<CompanyIndex> {
  const names: string[] = [];
  const slugs: string[] = [];
  const hasProfile = new Uint8Array(size);
  const industry = new Uint16Array(size);
  const type = new Uint16Array(size);
  const headquarters = new Uint16Array(size);
  const specialty = new Uint16Array(size * specialtyWidth).fill(specialties.length);
  const technology = new Uint16Array(size * technologyWidth).fill(technologies.length);
  const headcounts = new Int32Array(size);
  const founded = new Int32Array(size);
  for (let row = 0; row < size; row += 1) {
    const facts = companyFacts(world, row);
    names.push(facts.name);
    slugs.push(facts.slug);
    hasProfile[row] = facts.handle === undefined ? 0 : 1;
    industry[row] = facts.industry;
    type[row] = facts.type;
    headquarters[row] = facts.headquarters ?? places.length;
    specialty.set(facts.specialties, row * specialtyWidth);
    technology.set(facts.technologies, row * technologyWidth);
    headcounts[row] = facts.headcount;
    founded[row] = facts.founded;
    if (row % 500 === 499) await pause();
  }
  const nameAt = (row: number): string => names[row] ?? "";
  const addresses = { normalise: bareAddress };
  const list = (values: readonly string[]): ValueSet => textValues(values.length, (id) => values[id], pause);
  const slugAt = (row: number): string => slugs[row] ?? "";
  return {
    size,
    fields: {
      names: { values: textValues(size, nameAt, pause), rows: "own" },
      domains: {
        values: textValues(size, (row) => companyDomain({ slug: slugAt(row) }), pause, addresses),
        rows: "own",
      },
      professional_network_ids: {
        values: networkIdValues(size, (row) => (hasProfile[row] === 1 ? companyNetworkId(row) : undefined)),
        rows: "own",
      },
      professional_network_urls: {
        values: textValues(
          size,
          (row) => (hasProfile[row] === 1 ? companyUrl(slugAt(row)) : undefined),
          pause,
          addresses,
        ),
        rows: "own",
      },
      keywords: {
        values: textValues(size, (row) => companyDescription(world, companyFacts(world, row)), pause),
        rows: "own",
      },
      specialties: { values: list(specialties), rows: specialty, width: specialtyWidth },
      technologies: { values: list(technologies), rows: technology, width: technologyWidth },
      industries: { values: list(industries), rows: industry, width: 1 },
      types: { values: list(types), rows: type, width: 1 },
      headquarters_locations: { values: placeValues(pause), rows: headquarters, width: 1 },
      founded_years: { values: rangeValues(founded, 0), rows: "own" },
      headcounts: { values: rangeValues(headcounts, 0), rows: "own" },
      company_ids: { values: idValues(size, companyId, rowOfId("c")), rows: "own" },
    },
  };
}

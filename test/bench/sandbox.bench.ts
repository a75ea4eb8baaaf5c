// The sandbox at its default size: latency of the first page of a search, of further pages, of lookups, and memory.
import { createSystemClock } from "../../src/service/systemClock";
import { Sandbox } from "../sandboxServer/sandbox";
import { median } from "./figures";

const key = "bench-key";
const peopleSearch = "/api/v2/people/search";
const companySearch = "/api/v2/company/search";
const peopleLookup = "/api/v2/people/lookup";

const searches: readonly (readonly [name: string, path: string, filters: object])[] = [
  ["people, no filter", peopleSearch, {}],
  ["people by title", peopleSearch, { current_position_titles: [{ value: "VP Engineering" }] }],
  ["people by name", peopleSearch, { person_names: [{ value: "Müller" }] }],
  [
    "people by place, seniority, skill",
    peopleSearch,
    {
      person_locations: [{ value: "Germany" }],
      current_position_seniority_level: [{ value: "VP" }, { value: "Director" }],
      person_skills: [{ value: "SQL", exclude: true }],
    },
  ],
  [
    "people by company industry and size",
    peopleSearch,
    {
      current_company_industries: [{ value: "Software Development" }],
      current_company_headcounts: [{ min: 51, max: 500 }],
    },
  ],
  ["people by company domain", peopleSearch, { current_company_domains: [{ value: "northwind.example" }] }],
  ["people by past company name", peopleSearch, { past_company_names: [{ value: "Harbour" }] }],
  [
    "people by profile URL",
    peopleSearch,
    { person_professional_network_urls: [{ value: "https://network.example/in/ada-lovelace-0" }] },
  ],
  ["people by last job change", peopleSearch, { current_company_days_since_last_job_change: [{ max: 90 }] }],
  ["companies by description", companySearch, { keywords: [{ value: "cloud security" }] }],
];

const lookups: readonly (readonly [name: string, path: string, request: object])[] = [
  ["company by domain", "/api/v2/company/lookup", { domain: "northwind.example" }],
  [
    "person by profile URL",
    peopleLookup,
    { person_professional_network_url: "https://network.example/in/ada-lovelace-0" },
  ],
  ["person by name", peopleLookup, { person_name: "Nobody Nowhere" }],
];

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const ms = (duration: number): string => `${duration.toFixed(1)} ms`;

/**
 * Reports a line for each figure. "First" is the first filtered search after the start, which makes the facts of all
 * people; "search" adds another `exclude` each time, so that no remembered search answers.
 */
export async function run(report: (line: string) => void): Promise<void> {
  const sandbox = new Sandbox({
    clock: createSystemClock(),
    keys: [{ key, workspaceId: "workspace-bench", balance: 1e9 }],
  });
  const before = process.memoryUsage().rss;
  const call = async (path: string, body: object): Promise<{ readonly took: number; readonly cursor: string }> => {
    const start = performance.now();
    const reply = await sandbox.handle({
      method: "POST",
      path,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: new TextEncoder().encode(JSON.stringify(body)),
    });
    const took = performance.now() - start;
    if (reply.status !== 200) throw new Error(`The sandbox answered ${reply.status}.`);
    const { metadata } = JSON.parse(new TextDecoder().decode(reply.body)) as { metadata: { search_after?: string } };
    return { took, cursor: metadata.search_after ?? "" };
  };
  const median7 = async (path: string, bodyOf: (nth: number) => object): Promise<number> => {
    const times: number[] = [];
    for (let nth = 0; nth < 7; nth += 1) times.push((await call(path, bodyOf(nth))).took);
    return median(times);
  };

  const { companies, people } = sandbox.counts;
  const first = await call(peopleSearch, { person_languages: [{ value: "Danish" }] });
  report(`${companies.toLocaleString("en")} companies, ${people.toLocaleString("en")} people: first ${ms(first.took)}`);
  for (const [name, path, filters] of searches) {
    const field = path === peopleSearch ? "person_ids" : "company_ids";
    const search = await median7(path, (nth) => ({ ...filters, [field]: [{ value: `none-${nth}`, exclude: true }] }));
    await call(path, filters);
    const next = await median7(path, (nth) => ({ ...filters, offset: 10 * nth }));
    report(`${name}: search ${ms(search)}, next page ${ms(next)}`);
  }
  let { cursor } = await call(peopleSearch, { limit: 100, offset: 9900 });
  const deep: number[] = [];
  for (let nth = 0; nth < 50; nth += 1) {
    const page = await call(peopleSearch, { limit: 100, search_after: cursor });
    deep.push(page.took);
    cursor = page.cursor;
  }
  report(`pages of 100 people behind offset 10,000: ${ms(median(deep))}, at worst ${ms(Math.max(...deep))}`);
  for (const [name, path, request] of lookups) report(`lookup, ${name}: ${ms(await median7(path, () => request))}`);
  report(`resident memory added: ${megabytes(process.memoryUsage().rss - before)}`);
}

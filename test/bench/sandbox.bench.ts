// The sandbox with a million people: time to build the index, latency of filtered pages, memory.
import { createSandbox } from "../../src/sandbox/sandbox";
import { createSystemClock } from "../../src/service/systemClock";

const key = "bench-key";
const companies = 100_000;
const people = 1_000_000;

const filters: readonly (readonly [name: string, path: string, body: object])[] = [
  ["people, no filter", "/api/v2/people/search", {}],
  ["people by title", "/api/v2/people/search", { current_position_titles: [{ value: "VP Engineering" }] }],
  ["people by name", "/api/v2/people/search", { person_names: [{ value: "Müller" }] }],
  [
    "people by place, seniority, skill",
    "/api/v2/people/search",
    {
      person_locations: [{ value: "Germany" }],
      current_position_seniority_level: [{ value: "VP" }, { value: "Director" }],
      person_skills: [{ value: "SQL", exclude: true }],
    },
  ],
  [
    "people by company industry and size",
    "/api/v2/people/search",
    {
      current_company_industries: [{ value: "Software Development" }],
      current_company_headcounts: [{ min: 51, max: 500 }],
    },
  ],
  [
    "people by company domain, exact",
    "/api/v2/people/search",
    { current_company_domains: [{ value: "northwind.example", exact_match: true }] },
  ],
  ["people by past company name", "/api/v2/people/search", { past_company_names: [{ value: "Harbour" }] }],
  [
    "people by profile id, digits",
    "/api/v2/people/search",
    { person_professional_network_ids: [{ value: 4821, exact_match: true }] },
  ],
  [
    "people by profile URL",
    "/api/v2/people/search",
    { person_professional_network_urls: [{ value: "https://network.example/in/ada-lovelace-0", exact_match: true }] },
  ],
  ["people by last job change", "/api/v2/people/search", { current_company_days_since_last_job_change: [{ max: 90 }] }],
  ["companies by description", "/api/v2/company/search", { keywords: [{ value: "cloud security" }] }],
];

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const median = (list: readonly number[]): number =>
  [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0;

/**
 * Reports a line for each figure. A page has 10 records. "First" is the first call with a filter; "again" are calls with
 * another filter of the same kind (a further exclude is added), so that no remembered result answers.
 */
export async function run(report: (line: string) => void): Promise<void> {
  const sandbox = createSandbox({
    clock: createSystemClock(),
    companies,
    people,
    keys: [{ key, workspaceId: "workspace-bench", balance: 1e9 }],
  });
  const before = process.memoryUsage();
  const began = performance.now();
  await sandbox.ready();
  const built = performance.now() - began;
  const after = process.memoryUsage();
  report(
    `sandbox index of ${people.toLocaleString("en")} people at ${companies.toLocaleString("en")} companies: ${(built / 1000).toFixed(1)} s, ${megabytes(after.rss - before.rss)} more resident (${megabytes(after.arrayBuffers - before.arrayBuffers)} in columns)`,
  );
  const page = async (path: string, body: object): Promise<number> => {
    const start = performance.now();
    const reply = await sandbox.handle({
      method: "POST",
      path,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: new TextEncoder().encode(JSON.stringify(body)),
    });
    if (reply.status !== 200) throw new Error(`The sandbox answered ${reply.status}.`);
    return performance.now() - start;
  };
  for (const [name, path, body] of filters) {
    const first = await page(path, body);
    const again: number[] = [];
    for (let nth = 0; nth < 7; nth += 1) {
      const extra = path.includes("people")
        ? { person_ids: [{ value: `p${String(nth).padStart(7, "0")}`, exclude: true }] }
        : { company_ids: [{ value: `c${String(nth).padStart(7, "0")}`, exclude: true }] };
      again.push(await page(path, { ...body, ...extra }));
    }
    const remembered = await page(path, { ...body, offset: 10 });
    report(
      `${name}: first ${first.toFixed(1)} ms, again ${median(again).toFixed(1)} ms, next page ${remembered.toFixed(1)} ms`,
    );
  }
  report(`resident after all searches: ${megabytes(process.memoryUsage().rss)}`);
}

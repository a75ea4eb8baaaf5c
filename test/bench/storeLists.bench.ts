// Measures everything fetched at a million people: full text, lookups answered from it, and leave-out lists.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import type { Store } from "../../src/store/client";
import type { ViewSource } from "../../src/store/viewSource";
import { openInProcess } from "../unit/store/inProcess";
import { median, ms, times } from "./figures";
import { beginRun, bodyOf, connection, now, owner, storePage } from "./storedPeople";

/** Fewer for a quick look: `PEOPLE=100000 npm run bench -- --only storeLists`. */
const people = Number(process.env["PEOPLE"] ?? 1_000_000);
const perPage = 100;
const perRun = 50_000;

const first = [
  "Ada",
  "Bram",
  "Chloé",
  "Dilek",
  "Emil",
  "Fatou",
  "Goran",
  "Hana",
  "Ines",
  "Jörg",
  "Katja",
  "Liam",
  "Mei",
];
const titles = [
  "Engineer",
  "Sales Manager",
  "Head of Marketing",
  "Data Scientist",
  "Account Executive",
  "CTO",
  "Recruiter",
];
const cities = [
  "Berlin",
  "Paris",
  "London",
  "Madrid",
  "Warsaw",
  "Austin",
  "Toronto",
  "Sydney",
  "Oslo",
  "Lisbon",
  "Milan",
];
const skills = [
  "SQL",
  "Negotiation",
  "Java",
  "Forecasting",
  "Copywriting",
  "Kubernetes",
  "Photography",
  "Budgeting",
  "Go",
];
const at = (list: readonly string[], n: number): string => list[n % list.length] ?? "";
const starts = ["Ba", "Co", "Den", "Fal", "Gri", "Hol", "Kes", "Mar"];
const middles = ["den", "lin", "ster", "wick", "mann", "ova"];
const surname = (n: number): string => `${at(starts, n)}${at(middles, n >> 3)}${((n * 7919) % 30_000).toString(36)}`;

const person = (n: number): object => ({
  id: `p${n}`,
  full_name: `${at(first, n * 31)} ${surname(n)}`,
  headline: `${at(titles, n)} with a passion for ${at(skills, n * 5)}`,
  location: { city: at(cities, n * 13), country: "Germany", country_code: "DE" },
  skills: [at(skills, n), at(skills, n * 3 + 1), at(skills, n * 7 + 2)],
  employment: {
    current: {
      title: at(titles, n * 17),
      company: { id: `c${n % 50_021}`, name: `${surname(n % 50_021)} Group`, domain: `c${n % 50_021}.example` },
    },
  },
  social_profiles: { professional_network: { id: n, url: `https://network.example/in/${n}` } },
});

async function timed(work: (round: number) => unknown, rounds?: number): Promise<string> {
  const figures = await times(work, rounds);
  return `${ms(median(figures))} (at worst ${ms(Math.max(...figures))})`;
}

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "store-lists-bench-"));
  const file = path.join(folder, "people.db");
  const { store, close } = openInProcess({ file });
  try {
    await fill(store, report);
    report(`size of the file: ${Math.round(statSync(file).size / people)} bytes a person`);
    await searches(store, report);
    await lookups(store, report);
    await leaveOutLists(store, report);
    const begin = performance.now();
    await store.runs.stop("run-0", owner, { kind: "complete" }, now);
    await store.retention.deleteRun("run-0", { now });
    report(`delete a run of ${perRun.toLocaleString("en")}: ${ms(performance.now() - begin)}`);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(store: Store, report: (line: string) => void): Promise<void> {
  const storing: number[] = [];
  for (let from = 0; from < people; from += perPage) {
    const id = `run-${Math.floor(from / perRun)}`;
    if (from % perRun === 0) {
      await beginRun(store, id, { leaveOut: ["file:///large.csv"] });
    }
    const body = bodyOf(Array.from({ length: perPage }, (_, n) => person(from + n)));
    storing.push(...(await times(() => storePage(store, id, body), 1)));
  }
  report(
    `a page of ${perPage}: stored in ${ms(median(storing.slice(0, 100)))} at first, ` +
      `${ms(median(storing.slice(-100)))} among ${people.toLocaleString("en")} people`,
  );
}

async function searches(store: Store, report: (line: string) => void): Promise<void> {
  const some = (round: number): number => (round * 7919 * 101) % people;
  const queries: readonly (readonly [string, (round: number) => string])[] = [
    ["a name", (round) => `${at(first, some(round) * 31)} ${surname(some(round))}`],
    ["a name as it is typed", (round) => surname(some(round)).slice(0, -1)],
    ["three letters", (round) => surname(some(round)).slice(0, 3)],
    ["two letters", (round) => surname(some(round)).slice(0, 2)],
    ["a frequent title", () => "engineer"],
    ["the start of a frequent title", () => "engin"],
    ["a title, a city and a skill", () => "engineer berlin sql"],
    ["a word that all have", () => "germany"],
    ["a company", (round) => `${surname(some(round) % 50_021)} Group`],
    ["words that do not occur together", () => "ada jorg"],
  ];
  for (const [what, text] of queries) {
    const { counts, isCapped } = await store.everything.search(text(1), 50);
    report(
      `search for ${what}, "${text(1)}" (${counts.person}${isCapped ? "+" : ""}): ` +
        (await timed((round) => store.everything.search(text(round), 50), 25)),
    );
  }
  const opened = (text: string): Promise<string> =>
    timed(() => open(store, { kind: "found", recordKind: "person", text }), 5);
  report(`open as results: a name ${await opened(surname(1234))}, a frequent title ${await opened("engineer")}`);
}

async function open(store: Store, source: ViewSource): Promise<number> {
  const { view, leftOut } = await store.views.open(source, { columns: ["name", "title"], now });
  await store.views.rows(view, 0, 50);
  await store.views.close(view);
  return leftOut;
}

async function lookups(store: Store, report: (line: string) => void): Promise<void> {
  const ask = (identifiers: Readonly<Record<string, string | number>>): Promise<unknown> =>
    store.lookups.findAnswer({ kind: "person", origin: connection.origin, identifiers });
  const some = (round: number): number => (round * 7919 * 103) % people;
  report(
    `answer from everything fetched: by profile address ` +
      (await timed(
        (round) => ask({ person_professional_network_url: `https://network.example/in/${some(round)}` }),
        99,
      )) +
      `, by network id ${await timed((round) => ask({ person_professional_network_id: some(round) }), 99)}` +
      `, unknown ${await timed((round) => ask({ person_professional_network_id: people + round }), 99)}`,
  );
}

async function leaveOutLists(store: Store, report: (line: string) => void): Promise<void> {
  const domains = (count: number): { readonly kind: "domain"; readonly value: string }[] =>
    Array.from({ length: count }, (_, n) => ({ kind: "domain", value: `c${n * 40}.example` }));
  const run = { kind: "run", run: "run-1" } as const;
  report(`results of ${perRun.toLocaleString("en")} without a list: ${await timed(() => open(store, run))}`);
  for (const [count, name] of [
    [1_500, "small"],
    [200_000, "large"],
  ] as const) {
    const list = { uri: `file:///${name}.csv`, hash: "", everywhere: false, entries: domains(count), at: now };
    report(`save a list of ${count.toLocaleString("en")} domains: ${await timed(() => store.leaveOut.save(list), 1)}`);
  }
  report(`with the large list, ${await open(store, run)} left out: ${await timed(() => open(store, run))}`);
  await store.leaveOut.setEverywhere(["file:///small.csv"]);
  const asked = { kind: "company", origin: connection.origin, identifiers: { domain: "c9.example" } } as const;
  const question = await timed(() => store.lookups.findAnswer(asked), 99);
  const owned = await timed(() => open(store, { kind: "found", recordKind: "person", text: "germany" }), 1);
  const search = await timed(() => store.everything.search("engineer", 50), 9);
  report(
    `with the small list everywhere: a question ${question}, everything fetched opened ${owned}, search ${search}`,
  );
}

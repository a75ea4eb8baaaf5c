// Plays a scenario at one door, on a new computer with the same service, and observes what is visible from outside.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { keyHashOf } from "../../../src/service/keyFormat";
import { newFolder } from "../../unit/store/rig";
import { fillDisk, mountReadOnly, mountSmallDisk } from "../support/smallDisk";
import { Answers, copyOfDatabase, databaseOf, type Door, type Place } from "./door";
import { command, wordsOf } from "./headlessDoors";
import type { Action, Change, Observation, Scenario } from "./scenario";
import { key, type ScenarioService } from "./service";

const everybody = { current_company_headcounts: [{ min: 1 }] };

export interface Played {
  readonly observed: Observation;
  /** Everything that was asked, shown, printed and answered. */
  readonly text: string;
  /** The newest run before. */
  readonly endBefore: string | undefined;
}

const costsNothing: ReadonlySet<Action["do"]> = new Set(["export", "exportAgain", "track", "contacts"]);

/** Ends what a scenario did to the disks of this computer. */
const unmounts: (() => void)[] = [];

export async function play(given: Scenario, door: Door, service: ScenarioService): Promise<Played> {
  try {
    return await playOn(given, door, service);
  } finally {
    unmounts.splice(0).forEach((unmount) => unmount());
  }
}

async function playOn(given: Scenario, door: Door, service: ScenarioService): Promise<Played> {
  const scenario = withDomains(given, service.domains);
  const { people = 60, filters = everybody, fetch = { records: 20 }, search = {}, before = [] } = scenario;
  service.begin(people);
  let place = await newPlace(service);
  write(place, { "People.prospect.json": JSON.stringify({ search: "people", filters, fetch, ...search }) });
  for (const step of before) {
    if ("do" in step) {
      const agreed = costsNothing.has(step.do) ? [] : ["--yes"];
      const { code, stderr } = await command(place, [...wordsOf(step), ...agreed]);
      assert.notEqual(code, 2, stderr);
    } else {
      service.change(step);
      place = changed(place, step);
    }
  }
  const storedBefore = read(place);
  let filesBefore = filesIn(place);
  service.sent.length = 0;
  const answers = new Answers(scenario);
  const said: string[] = [];
  for (const step of [scenario.action].flat()) {
    if ("do" in step) {
      said.push(...(await door.perform(place, step, answers)));
    } else if (step.after !== undefined) {
      service.onAnswered = (paid) => {
        if (paid === step.after) {
          service.change(step);
          changed(place, step);
          filesBefore = filesIn(place);
        }
      };
    } else {
      service.change(step);
      place = changed(place, step);
      filesBefore = filesIn(place);
    }
  }
  const stored = read(place);
  const files = Object.entries(filesIn(place)).filter(([name, text]) => filesBefore[name] !== text);
  const lines = files.map(([name, text]) => [name, text.split("\n").length - 1] as const);
  return {
    observed: {
      asked: answers.asked,
      sent: counted(service.sent),
      credits: stored.credits - storedBefore.credits,
      end: endOf(stored, storedBefore),
      ...(lines.length > 0 && { files: Object.fromEntries(lines) }),
      ...(stored.enrichment !== undefined && { enrichment: stored.enrichment }),
    },
    endBefore: endOf(storedBefore, storedBefore),
    text: [...answers.texts, ...said].join("\n"),
  };
}

const endOf = ({ end, runs }: Stored, before: Stored): string | undefined =>
  end === undefined ? undefined : `${runs > before.runs ? "new run" : "run"}: ${end}`;

/** Equal requests in a row as one text: "companyLookup x 5". */
function counted(sent: readonly string[]): readonly string[] {
  const starts = sent.flatMap((text, nth) => (text === sent[nth - 1] ? [] : [nth]));
  return starts.map((from, nth) => {
    const times = (starts[nth + 1] ?? sent.length) - from;
    return `${sent[from]}${times === 1 ? "" : ` x ${times}`}`;
  });
}

/** Stands for a domain in the texts of a scenario; see `domains` in steps.ts. */
const withDomains = (scenario: Scenario, domains: readonly string[]): Scenario => {
  const text = JSON.stringify(scenario, (_name, value: unknown) => (value instanceof RegExp ? undefined : value));
  return JSON.parse(text.replace(/DOMAIN-(\d)/gu, (_all, nth: string) => domains[Number(nth)] ?? "")) as Scenario;
};

/** By service: each file of tests has one, and its folders are removed at its end. */
const templates = new WeakMap<ScenarioService, Place>();

/** A database in which agents may spend 25 credits a day, as much as a window without a question. */
async function newPlace(service: ScenarioService): Promise<Place> {
  let template = templates.get(service);
  if (template === undefined) {
    template = emptyPlace(service.origin);
    await command(template, ["runs"]);
    changed(template, { sql: "insert into setting values ('creditsPerDay', '25')" });
    templates.set(service, template);
  }
  const place = emptyPlace(service.origin);
  cpSync(template.home, place.home, { recursive: true });
  return place;
}

function emptyPlace(origin: string): Place {
  const base = newFolder();
  const folder = path.join(base, "workspace");
  mkdirSync(folder);
  return { folder, home: path.join(base, "home"), origin, connection: "first" };
}

function changed(place: Place, { files = {}, sql, database: state, connection, deleted, disk }: Change): Place {
  write(place, files);
  if (disk !== undefined) {
    const folder = disk.of === "home" ? place.home : place.folder;
    unmounts.push(disk.is === "full" ? moveToFullDisk(folder) : mountReadOnly(folder));
  }
  const file = databaseOf(place);
  if (state === "folder") {
    rmSync(file);
    mkdirSync(file);
  }
  if (sql !== undefined || deleted === true) {
    const database = new DatabaseSync(file, { timeout: 5_000 });
    database.exec(sql ?? deleteKeySql(keyHashOf(place.origin, key)));
    database.close();
  }
  return { ...place, connection: connection ?? place.connection };
}

function moveToFullDisk(folder: string): () => void {
  const content = mkdtempSync(`${folder}-`);
  cpSync(folder, content, { recursive: true });
  const unmount = mountSmallDisk(folder);
  cpSync(content, folder, { recursive: true });
  fillDisk(path.join(folder, "filler"));
  return unmount;
}

/** What fills a disk, and results of tables, which are written again after each of their lookups. */
const notObserved = /^filler$|\(looked up\)/u;

/** The texts of the files in the workspace by name. */
function filesIn({ folder }: Place): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const isText = (name: string): boolean => !notObserved.test(name) && statSync(path.join(folder, name)).isFile();
  return Object.fromEntries(
    names.filter(isText).map((name) => [name, readFileSync(path.join(folder, name), "utf8")] as const),
  );
}

const deleteKeySql = (keyHash: string): string =>
  `insert into pause (key_hash, until, wait_ms, in_a_row, deleted) values ('${keyHash}', 0, 0, 0, 1)
   on conflict (key_hash) do update set deleted = 1`;

function write({ folder }: Place, files: NonNullable<Change["files"]>): void {
  for (const [name, content] of Object.entries(files)) {
    if (content === null) {
      rmSync(path.join(folder, name));
    } else {
      writeFileSync(path.join(folder, name), content);
    }
  }
}

interface Stored {
  readonly credits: number;
  readonly runs: number;
  /** Of the newest run. */
  readonly end: string | undefined;
  readonly enrichment: string | undefined;
}

function read(place: Place): Stored {
  if (!statSync(databaseOf(place)).isFile()) {
    return { credits: 0, runs: 0, end: undefined, enrichment: undefined };
  }
  const database = copyOfDatabase(place);
  const [sums] = database.prepare("select total(credits) as credits from call").all();
  const [runs] = database.prepare("select count(*) as runs from run").all();
  const [newest] = database
    .prepare(`select stop ->> '$.kind' || ', ' || records || ' records' as "end" from run order by no desc limit 1`)
    .all();
  const [enrichment] = database
    .prepare(
      `select coalesce(entry ->> '$.state.status', entry ->> '$.state.kind') || ', '
         || coalesce(entry ->> '$.results.contacts', 0) || ' contacts' as text
       from enrichment order by added_at desc limit 1`,
    )
    .all();
  database.close();
  return {
    credits: Number(sums?.["credits"]),
    runs: Number(runs?.["runs"]),
    end: newest === undefined ? undefined : String(newest["end"] ?? "in progress"),
    enrichment: enrichment === undefined ? undefined : String(enrichment["text"]),
  };
}

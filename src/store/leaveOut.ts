// Leave-out lists: what the lists name, and SQL that finds the records and questions that they leave out.
import type { LookupKind, RecordKind } from "../service/operations";
import type { StoreDb } from "./storeDb";
import { recordTables } from "./kinds";
import type { Task } from "./task";
import { foldedSql, folded, normalizedAddress, type Identifiers } from "./text";

export const leaveOutKinds = [
  "domain",
  "email",
  "personUrl",
  "companyUrl",
  "id",
  "personNetworkId",
  "companyNetworkId",
  "nameAtCompany",
] as const;
export type LeaveOutKind = (typeof leaveOutKinds)[number];

/**
 * One entry of a list. `value` is normalized: `normalizedAddress` for domains and URLs, `folded` for emails, text for
 * ids; for `nameAtCompany` the folded name, a line break, and the folded name of the company or its normalized domain.
 */
export interface LeaveOutEntry {
  readonly kind: LeaveOutKind;
  readonly value: string;
}

export interface LeaveOutListToSave {
  readonly uri: string;
  /** Of the file's content. */
  readonly hash: string;
  /** The list is for every search and lookup, not only for runs that name it. */
  readonly everywhere: boolean;
  readonly entries: readonly LeaveOutEntry[];
  /** When the file was read, in ms since 1970. */
  readonly at: number;
}

export interface StoredLeaveOutList extends Omit<LeaveOutListToSave, "entries" | "at"> {
  readonly readAt: number;
  /** Entries of each kind that occurs. */
  readonly counts: Readonly<Partial<Record<LeaveOutKind, number>>>;
}

/** A list as a run names it: what its file contained when the run started. */
export interface NamedLeaveOutList {
  readonly uri: string;
  readonly hash: string;
}

/** Some tens of milliseconds of work. */
const entriesAtOnce = 1_000;

/**
 * Saves a list and replaces the entries that it had, all or nothing. The entries are written in pieces under a number
 * that no list has yet.
 */
export async function save(db: StoreDb, list: LeaveOutListToSave, task: Task): Promise<void> {
  const { uri, hash, everywhere, entries, at } = list;
  const no = db.write(() => {
    // Reserves the number: those of deleted rows are never used again.
    db.run("insert into leave_out_list (uri, hash, everywhere, read_at, counts) values ('', '', 0, 0, '{}')");
    const reserved = db.lastRow();
    db.run("delete from leave_out_list where no = ?", reserved);
    return reserved;
  });
  let added = 0;
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    added += db.run(
      `insert or ignore into leave_out_entry (kind, value, list_no)
       select e.value ->> 'kind', e.value ->> 'value', ?1 from json_each(?2) e order by 1, 2`,
      no,
      JSON.stringify(entries.slice(from, from + entriesAtOnce)),
    );
    await task.breathe();
  }
  const isSaved = db.write(() => {
    const counts = db.all<{ readonly kind: string; readonly n: number }>(
      "select kind, count(*) as n from leave_out_entry where list_no = ? group by kind",
      no,
    );
    if (counts.reduce((sum, { n }) => sum + n, 0) !== added) {
      return false;
    }
    db.run("delete from leave_out_list where uri = ?", uri);
    db.run(
      "insert into leave_out_list (no, uri, hash, everywhere, read_at, counts) values (?, ?, ?, ?, ?, ?)",
      no,
      uri,
      hash,
      everywhere ? 1 : 0,
      at,
      JSON.stringify(Object.fromEntries(counts.map(({ kind, n }) => [kind, n]))),
    );
    return true;
  });
  await removeUnused(db, no, task);
  if (!isSaved) {
    // A later save, perhaps of another window, took the entries for those of a window that died.
    await save(db, list, task);
  }
}

/**
 * Removes entries without a list: of one that was replaced, or that a window which died was saving. Those
 * with a higher number may be about to get their list: two saves must not remove each other's for ever.
 */
async function removeUnused(db: StoreDb, highestNo: number, task: Task): Promise<void> {
  for (;;) {
    const removed = db.run(
      `delete from leave_out_entry where (kind, value, list_no) in (
         select kind, value, list_no from leave_out_entry
         where list_no = (
           with recursive present(no) as (
             select min(list_no) from leave_out_entry where list_no <= ?1
             union all
             select (select min(list_no) from leave_out_entry where list_no > present.no and list_no <= ?1)
             from present where present.no is not null)
           select no from present where no is not null and no not in (select no from leave_out_list) limit 1)
         limit ${entriesAtOnce})`,
      highestNo,
    );
    if (removed === 0) {
      return;
    }
    await task.breathe();
  }
}

/** Exactly these lists are for everything. */
export function setEverywhere(db: StoreDb, uris: readonly string[]): void {
  db.run(
    `update leave_out_list set everywhere = uri in (select value from json_each(?1))
     where everywhere <> (uri in (select value from json_each(?1)))`,
    JSON.stringify(uris),
  );
}

/** In the order of their URIs. */
export function lists(db: StoreDb): readonly StoredLeaveOutList[] {
  return db
    .all<{
      readonly uri: string;
      readonly hash: string;
      readonly everywhere: number;
      readonly readAt: number;
      readonly counts: string;
    }>("select uri, hash, everywhere, read_at as readAt, counts from leave_out_list order by uri")
    .map(({ everywhere, counts, ...row }) => ({
      ...row,
      everywhere: everywhere === 1,
      counts: JSON.parse(counts) as StoredLeaveOutList["counts"],
    }));
}

/** Numbers of the lists that apply: those for everything, and these. A list that is saved again has a new number. */
export const activeLists = (db: StoreDb, uris: readonly string[] = []): readonly number[] =>
  db
    .all<{ readonly no: number }>(
      `select no from leave_out_list where everywhere = 1 or uri in (select value from json_each(?)) order by no`,
      JSON.stringify(uris),
    )
    .map(({ no }) => no);

/** The lists that a run names. */
export function listsOfRun(db: StoreDb, run: string): readonly string[] {
  const row = db.get<{ readonly lists: string | null }>("select leave_out as lists from run where id = ?", run);
  const named = JSON.parse(row?.lists ?? "[]") as readonly NamedLeaveOutList[];
  return named.map(({ uri }) => uri);
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** Calls the function only for texts that it would change. */
const addressSql = (sql: string): string =>
  `iif(${sql} glob '*[^a-z0-9.-]*' or ${sql} glob 'www.*' or ${sql} glob '*.', address(${sql}), ${sql})`;
const jsonSql = (m: string, path: string): string =>
  `(select j.json ->> ${quote(path)} from record_json j where j.key = ${m}.key)`;
const asText = (sql: string): string => `cast(${sql} as text)`;

/** SQL of the values of a record over its table; each can also be a subquery with several rows. */
type ValuesOfKinds = Partial<Readonly<Record<LeaveOutKind, readonly string[]>>>;

function employerSql(m: string, prefix: string, path: string): ValuesOfKinds {
  const network = `${path}.social_profiles.professional_network`;
  return {
    domain: [addressSql(`${m}.${prefix}domain`)],
    companyUrl: [`address(${jsonSql(m, `${network}.url`)})`],
    companyNetworkId: [asText(jsonSql(m, `${network}.id`))],
    id: [`${m}.${prefix}id`],
  };
}

const namesSql = (name: string, companies: readonly string[]): readonly string[] =>
  companies.map((company) => `${foldedSql(name)} || char(10) || ${company}`);

function valuesOf(kind: RecordKind, m: string): ValuesOfKinds {
  switch (kind) {
    case "company":
      return {
        domain: [`${m}.domain_key`],
        companyUrl: [`${m}.url_key`],
        companyNetworkId: [asText(`${m}.network_id`)],
        id: [`${m}.id`],
      };
    case "person": {
      const employer = employerSql(m, "company_", "$.employment.current.company");
      return {
        ...employer,
        personUrl: [`${m}.url_key`],
        personNetworkId: [asText(`${m}.network_id`)],
        id: [`${m}.id`, ...(employer.id ?? [])],
        nameAtCompany: namesSql(`${m}.name`, [foldedSql(`${m}.company_name`), addressSql(`${m}.company_domain`)]),
      };
    }
    case "contact": {
      const employer = employerSql(m, "profile_company_", "$.profile.employment.current.company");
      const submittedDomain = addressSql(`${m}.submitted_company_domain`);
      const emails = [`${m}.work_email`, `${m}.personal_email`];
      const emailLists = [`${m}.work_emails`, `${m}.personal_emails`];
      return {
        ...employer,
        domain: [
          ...(employer.domain ?? []),
          submittedDomain,
          ...emails.map((email) => `lower(substr(${email}, instr(${email}, '@') + 1))`),
        ],
        email: [
          ...emails.map((email) => foldedSql(email)),
          ...emailLists.map((list) => `(select ${foldedSql("value")} from json_each(${list}) where type = 'text')`),
        ],
        personUrl: [`${m}.url_key`, `address(${jsonSql(m, "$.input.professional_network_url")})`],
        personNetworkId: [asText(`${m}.profile_network_id`)],
        id: [`${m}.profile_id`, ...(employer.id ?? [])],
        nameAtCompany: namesSql(`${m}.name`, [
          foldedSql(`${m}.profile_company_name`),
          addressSql(`${m}.profile_company_domain`),
          submittedDomain,
          `fold(${jsonSql(m, "$.input.company_name")})`,
        ]),
      };
    }
  }
}

/** SQL that is true for a record of the table `m` that these lists leave out; `undefined` if they cannot. */
export function leftOutSql(db: StoreDb, kind: RecordKind, active: readonly number[], m = "m"): string | undefined {
  if (active.length === 0) {
    return undefined;
  }
  const numbers = active.join(", ");
  const values = valuesOf(kind, m);
  const tests = leaveOutKinds.flatMap((one) => {
    const isUsed =
      db.get(`select 1 from leave_out_list where no in (${numbers}) and counts ->> ? > 0`, `$.${one}`) !== undefined;
    return (isUsed ? (values[one] ?? []) : []).map((value) => {
      const comparison = value.startsWith("(select") && value.includes("json_each") ? `in ${value}` : `= ${value}`;
      return `exists (select 1 from leave_out_entry e
        where e.kind = '${one}' and e.value ${comparison} and e.list_no in (${numbers}))`;
    });
  });
  return tests.length === 0 ? undefined : `(${tests.join(" or ")})`;
}

/** Keys of those of these records of a kind that the lists leave out. */
export function leftOutKeys(
  db: StoreDb,
  kind: RecordKind,
  keys: readonly number[],
  active: readonly number[],
): ReadonlySet<number> {
  const sql = keys.length === 0 ? undefined : leftOutSql(db, kind, active);
  return sql === undefined
    ? new Set()
    : new Set(
        db
          .all<{ readonly key: number }>(
            `select m.key from json_each(?) k cross join ${recordTables[kind]} m on m.key = k.value where ${sql}`,
            JSON.stringify(keys),
          )
          .map(({ key }) => key),
      );
}

const entriesOfIdentifiers: Readonly<Record<LookupKind, Readonly<Record<string, LeaveOutKind>>>> = {
  company: {
    domain: "domain",
    professional_network_url: "companyUrl",
    professional_network_id: "companyNetworkId",
  },
  person: {
    person_professional_network_url: "personUrl",
    person_professional_network_id: "personNetworkId",
    company_professional_network_url: "companyUrl",
    company_professional_network_id: "companyNetworkId",
    company_domain: "domain",
  },
};

/** A domain may be asked for as the address of a page. */
function normalizedEntry(kind: LeaveOutKind, text: string): string {
  return kind === "domain"
    ? (normalizedAddress(text).split("/", 1)[0] ?? "")
    : kind.endsWith("Url")
      ? normalizedAddress(text)
      : text;
}

/** The entries any of which leaves out a question. */
export function entriesOfQuestion(kind: LookupKind, identifiers: Identifiers): readonly LeaveOutEntry[] {
  const found = Object.entries(identifiers).flatMap(([field, value]): LeaveOutEntry[] => {
    const of = entriesOfIdentifiers[kind][field];
    const text = String(value).trim();
    return of === undefined ? [] : [{ kind: of, value: normalizedEntry(of, text) }];
  });
  const { person_name: name, company_domain: domain } = identifiers;
  return name === undefined || domain === undefined
    ? found
    : [
        ...found,
        {
          kind: "nameAtCompany",
          value: `${folded(String(name).trim())}\n${normalizedEntry("domain", String(domain))}`,
        },
      ];
}

/** For each question of a lookup, whether the lists for everything or these lists leave it out. */
export function leftOut(
  db: StoreDb,
  kind: LookupKind,
  identifiers: readonly Identifiers[],
  uris: readonly string[] = [],
): readonly boolean[] {
  const active = activeLists(db, uris);
  if (active.length === 0) {
    return identifiers.map(() => false);
  }
  const wanted = identifiers.flatMap((one, nth) =>
    entriesOfQuestion(kind, one).map((entry) => [nth, entry.kind, entry.value]),
  );
  const found = new Set(
    db
      .all<{ readonly nth: number }>(
        `select distinct w.value ->> 0 as nth
         from json_each(?) w cross join leave_out_entry e on e.kind = w.value ->> 1 and e.value = w.value ->> 2
         where e.list_no in (${active.join(", ")})`,
        JSON.stringify(wanted),
      )
      .map(({ nth }) => nth),
  );
  return identifiers.map((_, nth) => found.has(nth));
}

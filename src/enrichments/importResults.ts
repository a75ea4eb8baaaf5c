// Imports the results of an enrichment from a file: the JSON that the service returns. What it sends to a webhook is
// not documented.
import { createHash } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { RunStore } from "../runs/runStore";
import { parseExact } from "../service/exactJson";
import { largestReply } from "../service/exchange";
import { isJsonObject, type JsonObject } from "../service/jsonReply";
import { listFields } from "../service/operations";
import { parseEnrichment } from "../service/replyParsing";
import type { EnrichmentReply } from "../service/serviceClient";
import type { HttpReply } from "../service/wire";
import type { PersonToFind } from "../store/ownedPeople";
import { fileConnection, type EnrichmentList, type TrackedEnrichment } from "./enrichmentList";
import { factsOfReply, isComplete } from "./enrichmentState";
import { saveResults } from "./saveResults";

export interface ImportDeps {
  readonly runs: RunStore;
  readonly list: EnrichmentList;
}

export interface ResultsFile {
  /** Without folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type ImportOutcome =
  | {
      readonly kind: "imported";
      readonly entry: TrackedEnrichment;
      readonly contacts: number;
      /** How many of the contacts are people that some run has. */
      readonly owned: number;
    }
  /** The same contacts, or more of them, are in the list already. */
  | { readonly kind: "present"; readonly entry: TrackedEnrichment }
  /** A sentence for the user. */
  | { readonly kind: "problem"; readonly message: string };

const problem = (message: string): ImportOutcome => ({ kind: "problem", message });

/** Rejects with a `StoreError` when the results could not be saved. */
export async function importResults(deps: ImportDeps, { name, bytes }: ResultsFile): Promise<ImportOutcome> {
  if (bytes.byteLength > largestReply) {
    return problem(l10n.t("The file is larger than 16 MiB."));
  }
  const reply: HttpReply = { status: 200, headers: {}, body: bytes };
  const parsed = parseEnrichment(reply);
  if (!parsed.ok) {
    return problem(problemSentence(parsed.why));
  }
  const { contacts } = parsed.value;
  if (contacts.length === 0) {
    return problem(l10n.t("The file contains no contacts."));
  }
  if (!contacts.some(looksLikeContact)) {
    return problem(l10n.t("The entries in this file are not enriched contacts."));
  }
  return save(deps, name, reply, parsed.value);
}

function problemSentence(why: string): string {
  switch (why) {
    case "truncated":
      return l10n.t("The file is empty or was cut off.");
    case "encoding":
      return l10n.t("The file is not encoded as UTF-8.");
    default:
      return l10n.t(
        "The file does not contain the results of an enrichment: a JSON object with the contacts in “data”. If a " +
          "webhook sent more around that object, save the object alone.",
      );
  }
}

function looksLikeContact(contact: unknown): boolean {
  return isJsonObject(contact) && ["input", "contact_info", "profile"].some((field) => isJsonObject(contact[field]));
}

async function save(
  { runs, list }: ImportDeps,
  fileName: string,
  reply: HttpReply,
  parsed: EnrichmentReply,
): Promise<ImportOutcome> {
  const { id } = parsed.result;
  // Without an id, the same file is the same enrichment.
  const key = isId(id) ? String(id).trim() : createHash("sha256").update(reply.body).digest("hex").slice(0, 16);
  const tracked = (await list.list()).find((entry) => entry.id === key);
  const entry = tracked ?? (await list.add([key], fileConnection()))[0];
  const lease = entry && (await list.acquireLease(entry.key));
  if (entry === undefined || lease === undefined) {
    return problem(l10n.t("This enrichment is being updated. Import the file again in a minute."));
  }
  try {
    const facts = factsOfReply(parsed);
    const before = entry.results;
    const hasResults = before !== undefined && (await runs.summary(before.runId)) !== undefined;
    if (hasResults && !before.partial && !isComplete(facts.state)) {
      return { kind: "present", entry };
    }
    const { body, owned } = await withOwnedProfiles(runs, parsed);
    const named = { ...entry, name: entry.name ?? fileName.replace(/\.json$/iu, "") };
    const results = await saveResults(runs, named, { reply, parsed, completedBody: body });
    const after = await list.update(entry.key, (current) => ({
      ...current,
      ...facts,
      name: facts.name ?? named.name,
      ...(results !== undefined && { results }),
      trouble: undefined,
      refusals: 0,
      askedAt: runs.deps.clock.now(),
    }));
    return after === undefined || (hasResults && results?.runId === before.runId)
      ? { kind: "present", entry: after ?? entry }
      : { kind: "imported", entry: after, contacts: results?.contacts ?? 0, owned };
  } catch (error) {
    if (tracked === undefined) {
      await list.remove(entry.key).catch(() => undefined);
    }
    throw error;
  } finally {
    await lease.release().catch(() => undefined);
  }
}

const isId = (id: unknown): id is string | number =>
  (typeof id === "string" && id.trim() !== "" && id.length <= 200) || typeof id === "number";

/** The body in which contacts without a profile have that of the same person in other runs; absent if none has. */
async function withOwnedProfiles(
  { deps }: RunStore,
  { result, contacts }: EnrichmentReply,
): Promise<{ readonly body?: Uint8Array | undefined; readonly owned: number }> {
  const people = await deps.store.records.ownedPeople(contacts.map(personOf));
  const completed = contacts.map((contact: unknown, nth) => {
    const person = people[nth];
    return person === undefined || !isJsonObject(contact) || hasProfile(contact)
      ? contact
      : { ...contact, profile: parseExact(person) };
  });
  const isCompleted = completed.some((contact, nth) => contact !== contacts[nth]);
  return {
    ...(isCompleted && { body: Buffer.from(JSON.stringify({ ...result, [listFields.contact]: completed })) }),
    owned: people.filter((person) => person !== undefined).length,
  };
}

const hasProfile = ({ profile }: JsonObject): boolean => isJsonObject(profile) && Object.keys(profile).length > 0;

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** Names are no identifiers: two people may share one. */
function personOf(contact: unknown): PersonToFind {
  const field = (name: string): JsonObject => {
    const value = isJsonObject(contact) ? contact[name] : undefined;
    return isJsonObject(value) ? value : {};
  };
  const profile = field("profile");
  const social = profile["social_profiles"];
  const network = isJsonObject(social) ? social["professional_network"] : undefined;
  return {
    id: textOf(profile["id"]),
    url:
      textOf(isJsonObject(network) ? network["url"] : undefined) ?? textOf(field("input")["professional_network_url"]),
  };
}

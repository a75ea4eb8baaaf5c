// Bulk enrichments of the sandbox, one for each possible sequence of states (interface, "Bulk enrichment result").
import type { EnrichedContact } from "../service/recordSchemas";
import type { HttpReply } from "../service/wire";
import { companyDomain, type World } from "./companyData";
import { contactInfo } from "./contactInfo";
import { companyFacts, personFacts } from "./months";
import { personHandle, personUrl } from "./personData";
import { personRecord } from "./personRecord";
import { errorReply, jsonReply } from "./replies";
import { firstNames, lastNames } from "./vocabulary/names";

/** The state of an enrichment: its status, the share of contacts found, and how the service answers. */
interface Stage {
  readonly status: string;
  readonly found: number;
  /** `partial`: 200, with data only when partial results are requested; `whole`: 200 with data; the rest are errors. */
  readonly answer: "partial" | "whole" | "inProgressError" | "outOfCredits";
}

interface Enrichment {
  readonly id: string;
  /** The case that it demonstrates. */
  readonly meaning: string;
  readonly name: string;
  readonly contacts: number;
  /** The stage, by ms since the first retrieval. */
  readonly stage: (elapsed: number) => Stage;
}

const finished: Stage = { status: "FINISHED", found: 1, answer: "whole" };
const always = (stage: Stage) => (): Stage => stage;

/** CREATED for 5 s, IN_PROGRESS until 30 s, then `last`. */
function course(last: Stage, running: Stage["answer"] = "partial") {
  return (elapsed: number): Stage => {
    if (elapsed < 5000) return { status: "CREATED", found: 0, answer: running };
    return elapsed < 30_000 ? { status: "IN_PROGRESS", found: (elapsed - 5000) / 25_000, answer: running } : last;
  };
}

/** Every enrichment of the sandbox. */
export const sandboxEnrichments: readonly Enrichment[] = [
  {
    id: "enr-demo-finished",
    meaning: "finished, 25 contacts",
    name: "Conference visitors",
    contacts: 25,
    stage: always(finished),
  },
  {
    id: "enr-demo-running",
    meaning: "CREATED, after 5 s IN_PROGRESS, after 30 s FINISHED, counted from the first request",
    name: "Newsletter sign-ups",
    contacts: 20,
    stage: course(finished),
  },
  {
    id: "enr-demo-in-progress-400",
    meaning: "answers 400 “in progress” for 30 s, then finished",
    name: "Webinar guests",
    contacts: 10,
    stage: course(finished, "inProgressError"),
  },
  {
    id: "enr-demo-canceled",
    meaning: "IN_PROGRESS until 30 s, then CANCELED with half of the contacts found",
    name: "Trial users",
    contacts: 12,
    stage: course({ status: "CANCELED", found: 0.5, answer: "partial" }),
  },
  {
    id: "enr-demo-credits",
    meaning: "out of credits: HTTP 402 with a result of status CREDITS_INSUFFICIENT as its body",
    name: "Partner list",
    contacts: 10,
    stage: always({ status: "CREDITS_INSUFFICIENT", found: 0.4, answer: "outOfCredits" }),
  },
  {
    id: "enr-demo-rate-limit",
    meaning: "stopped with RATE_LIMIT, a third of the contacts found",
    name: "Event booth",
    contacts: 9,
    stage: always({ status: "RATE_LIMIT", found: 1 / 3, answer: "partial" }),
  },
  {
    id: "enr-demo-unknown",
    meaning: "status UNKNOWN, nothing found",
    name: "Imported list",
    contacts: 5,
    stage: always({ status: "UNKNOWN", found: 0, answer: "partial" }),
  },
  {
    id: "enr-demo-unlisted",
    meaning: "a status the interface does not list, ON_HOLD",
    name: "Customer council",
    contacts: 6,
    stage: always({ status: "ON_HOLD", found: 0.5, answer: "partial" }),
  },
  {
    id: "enr-demo-empty",
    meaning: "finished with no contacts",
    name: "Empty list",
    contacts: 0,
    stage: always(finished),
  },
  {
    id: "enr-demo-large",
    meaning: "finished, 500 contacts",
    name: "All leads of the year",
    contacts: 500,
    stage: always(finished),
  },
];

function contact(world: World, people: number, nth: number, found: boolean): EnrichedContact {
  const facts = personFacts(world, (nth * 13 + 1) % people);
  const company = facts.company === undefined ? undefined : companyFacts(world, facts.company);
  const first = firstNames[facts.first] ?? "";
  const last = lastNames[facts.last] ?? "";
  const input = {
    first_name: first,
    last_name: last,
    ...(company && nth % 3 !== 2 ? { company_name: company.name } : {}),
    ...(company && nth % 3 !== 1 ? { company_domain: companyDomain(company) } : {}),
    ...(company === undefined || nth % 4 === 0 ? { professional_network_url: personUrl(personHandle(facts)) } : {}),
  };
  const custom = {
    crm_id: `lead-${1000 + nth}`,
    ...(nth % 5 === 0 ? { campaign: "Spring “fair”; hall 7, booth 3" } : {}),
  };
  if (!found) return { input, custom };
  return {
    input,
    custom,
    contact_info: contactInfo(world, facts, company && companyDomain(company)),
    profile: personRecord(world, facts, "enrichment"),
  };
}

function result(world: World, people: number, enrichment: Enrichment, stage: Stage, withData: boolean): object {
  const foundContacts = Math.floor(enrichment.contacts * stage.found);
  return {
    id: enrichment.id,
    name: enrichment.name,
    status: stage.status,
    cost: { credits: foundContacts },
    ...(withData
      ? {
          data: Array.from({ length: enrichment.contacts }, (_, nth) =>
            contact(world, people, nth, nth < foundContacts),
          ),
        }
      : {}),
  };
}

/** Answers retrievals; the time of an enrichment begins when it is first retrieved. */
export function openEnrichments(
  worldNow: () => World,
  people: number,
): (id: string, partial: boolean, now: number) => HttpReply {
  const startTimes = new Map<string, number>();
  return (id, partial, now) => {
    const enrichment = sandboxEnrichments.find((one) => one.id === id);
    if (enrichment === undefined)
      return errorReply(404, "error.enrichment.not_found", "There is no enrichment with this id.");
    const start = startTimes.get(id) ?? now;
    startTimes.set(id, start);
    const stage = enrichment.stage(now - start);
    const world = worldNow();
    switch (stage.answer) {
      case "whole":
        return jsonReply(200, result(world, people, enrichment, stage, true));
      case "partial":
        return jsonReply(200, result(world, people, enrichment, stage, partial));
      case "outOfCredits":
        return jsonReply(402, result(world, people, enrichment, stage, true));
      case "inProgressError":
        return partial
          ? jsonReply(200, result(world, people, enrichment, stage, true))
          : errorReply(400, "error.enrichment.in_progress", "The enrichment is in progress. Try again later.");
    }
  };
}

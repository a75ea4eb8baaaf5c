// The seven endpoints of the interface ("Endpoints") over the database: what each path answers.
//
// What the interface does not show is chosen here: 400 carries `error.request.invalid`, an unknown path 404
// `error.not_found`, another method 405 `error.method`; a page or look-up that costs more than can be spent is refused
// whole with 402 `error.credits.insufficient` and charges nothing; an empty answer costs nothing and is never refused.
import type * as z from "zod";
import { companyLookupRequest, companySearchRequest, peopleLookupRequest, peopleSearchRequest } from "../service/requests";
import type { HttpReply } from "../service/wire";
import type { Account, Accounts } from "./accounts";
import type { Database, FoundPage } from "./database";
import { errorReply, jsonReply } from "./replies";

/** A request as it arrives: any method, lower-case header names. */
export interface IncomingRequest {
  readonly method: string;
  /** With the query, if any. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** One paid call that was carried out; `credits` is 0 when nothing was found. */
export interface Charge {
  readonly path: string;
  readonly records: number;
  readonly credits: number;
}

export interface RouteParts {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly enrichment: (id: string, partial: boolean, now: number) => HttpReply;
  readonly now: () => number;
  readonly pricePerRecord: number;
  /** True: the balance is reported with its fraction, as the service was seen to do; else rounded down to an integer. */
  readonly fractionalBalance: boolean;
  /** The query parameter that asks for partial results; the interface does not show its name. */
  readonly partialParameter: string;
  readonly onCharge: (charge: Charge) => void;
}

interface Call {
  readonly request: IncomingRequest;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly account: Account;
}

interface Route {
  readonly method: "GET" | "POST";
  answer(call: Call): Promise<HttpReply>;
}

const invalid = (message: string): HttpReply => errorReply(400, "error.request.invalid", message);

/** The body as a value of the schema, or the 400 that says what is wrong with it. */
function parsed<T>(call: Call, schema: z.ZodType<T>): { readonly value: T } | { readonly refusal: HttpReply } {
  if (!/^application\/json\b/i.test(call.request.headers["content-type"] ?? "")) return { refusal: invalid("The body must be sent with Content-Type: application/json.") };
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(call.request.body ?? new Uint8Array()));
  } catch {
    return { refusal: invalid("The body is not JSON.") };
  }
  const result = schema.safeParse(body);
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  const where = issue?.path.join(".") ?? "";
  return { refusal: invalid(`${where === "" ? "" : `${where}: `}${issue?.message ?? "The body breaks a rule."}`) };
}

/** Answers one request, from its path to its body: route, method, key, rate limit, body, credits. */
export function createRoutes(parts: RouteParts): (request: IncomingRequest) => Promise<HttpReply> {
  const { database } = parts;

  /** Charges a reply for its records and sends it, or refuses when the credits do not suffice. */
  function sell(call: Call, records: number, body: (credits: number) => unknown): HttpReply {
    const credits = Math.round(records * parts.pricePerRecord * 1e6) / 1e6;
    const spendable = call.account.spendable();
    if (credits > spendable) return errorReply(402, "error.credits.insufficient", `Insufficient credits: this call costs ${credits}, and ${spendable} can be spent.`);
    call.account.spend(credits);
    parts.onCharge({ path: call.path, records, credits });
    return jsonReply(200, body(credits));
  }

  function page(call: Call, found: FoundPage | "badCursor", name: "companies" | "people"): HttpReply {
    if (found === "badCursor") return invalid("search_after: This is not a cursor of this search.");
    const records = found.rows.map((row) => (name === "companies" ? database.company(row) : database.person(row, "search")));
    return sell(call, records.length, (credits) => ({
      [name]: records,
      metadata: { total: found.total, credits, offset: found.offset, ...(found.cursor === undefined ? {} : { search_after: found.cursor }) },
    }));
  }

  function post<T>(schema: z.ZodType<T>, run: (call: Call, value: T) => Promise<HttpReply>): Route {
    return {
      method: "POST",
      answer: async (call) => {
        const body = parsed(call, schema);
        return "refusal" in body ? body.refusal : run(call, body.value);
      },
    };
  }

  const get = (answer: (call: Call) => HttpReply): Route => ({ method: "GET", answer: (call) => Promise.resolve(answer(call)) });

  const routes: Readonly<Record<string, Route>> = {
    "/api/v2/company/search": post(companySearchRequest, async (call, value) => page(call, await database.searchCompanies(value), "companies")),
    "/api/v2/company/lookup": post(companyLookupRequest, async (call, value) => {
      const row = await database.lookUpCompany(value);
      const companies = row === undefined ? [] : [database.company(row)];
      return sell(call, companies.length, (credits) => ({ companies, metadata: { credits } }));
    }),
    "/api/v2/people/search": post(peopleSearchRequest, async (call, value) => page(call, await database.searchPeople(value), "people")),
    "/api/v2/people/lookup": post(peopleLookupRequest, async (call, value) => {
      const row = await database.lookUpPerson(value);
      const people = row === undefined ? [] : [database.person(row, "lookup")];
      return sell(call, people.length, (credits) => ({ people, metadata: { credits } }));
    }),
    "/api/v1/account/credits": get(({ account }) => jsonReply(200, { balance: parts.fractionalBalance ? account.spendable() : Math.floor(account.spendable()) })),
    "/api/v2/account/keys/verify": get(({ account }) => jsonReply(200, { workspace_id: account.workspaceId })),
  };

  const enrichmentRoute = get(({ path, query }) => {
    const id = decoded(path.slice(enrichmentPath.length));
    return parts.enrichment(id, query.get(parts.partialParameter) === "true", parts.now());
  });

  return async (request) => {
    const [path = "", query = ""] = request.path.split("?", 2);
    const route = Object.hasOwn(routes, path) ? routes[path] : /^\/api\/v2\/contact\/enrich\/bulk\/[^/]+$/.test(path) ? enrichmentRoute : undefined;
    if (route === undefined) return errorReply(404, "error.not_found", "There is nothing at this path.");
    if (request.method !== route.method) {
      const refusal = errorReply(405, "error.method", `This path answers ${route.method} only.`);
      return { ...refusal, headers: { ...refusal.headers, allow: route.method } };
    }
    const account = parts.accounts.authorise(request.headers["authorization"]);
    if ("status" in account) return account;
    return account.refusal(parts.now()) ?? (await route.answer({ request, path, query: new URLSearchParams(query), account }));
  };
}

const enrichmentPath = "/api/v2/contact/enrich/bulk/";

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

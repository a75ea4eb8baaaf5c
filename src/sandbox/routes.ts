// A handler for every operation of the table, over the database: what each path answers.
//
// What the interface does not show is chosen here: 400 carries `error.request.invalid`, an unknown path 404
// `error.not_found`, another method 405 `error.method`; a page or look-up that costs more than can be spent is refused
// whole with 402 `error.credits.insufficient` and charges nothing, unless a fault shortens it to the balance; an empty
// answer costs nothing and is never refused.
import type * as z from "zod";
import {
  operationNames,
  operations,
  type LookupOperation,
  type OperationName,
  type PaidOperation,
  type SearchOperation,
} from "../service/operations";
import { requestSchemas, type RequestOf } from "../service/requests";
import type { HttpReply } from "../service/wire";
import { exact, type Account, type Accounts } from "./accounts";
import type { Database, Matches } from "./database";
import type { AppliedFault } from "./faults";
import { pageRange, reportedCursor, reportedList, reportedTotal } from "./pageFaults";
import { reportCredits, type Prices } from "./prices";
import { errorReply, jsonReply } from "./replies";

/** A request as it arrives: any method, lower-case header names. */
export interface IncomingRequest {
  readonly method: string;
  /** With the query, if any. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** One paid call that was carried out: what was truly charged, whatever its reply says. */
export interface Charge {
  readonly path: string;
  /** Records returned, free ones included. */
  readonly records: number;
  /** 0 when nothing was found or all of it was free. */
  readonly credits: number;
}

export interface RouteDeps {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly enrichment: (id: string, partial: boolean, now: number) => HttpReply;
  readonly now: () => number;
  readonly prices: Prices;
  /** True: the balance is reported with its fraction, as the service was seen to do; else rounded down to an integer. */
  readonly fractionalBalance: boolean;
  /** The query parameter that asks for partial results; the interface does not show its name. */
  readonly partialParameter: string;
  readonly onCharge: (charge: Charge) => void;
}

interface Call {
  readonly request: IncomingRequest;
  readonly path: string;
  /** What the path has for the part in braces. */
  readonly parameter: string;
  readonly query: URLSearchParams;
  readonly account: Account;
  readonly fault: AppliedFault;
}

/** Records of one kind that a call sells, and how its reply is written once their price is known. */
interface Sale {
  readonly operation: PaidOperation;
  readonly rows: readonly number[];
  /** `sold`: the rows, or as many of them as the balance pays. */
  readonly body: (sold: readonly number[], credits: unknown) => unknown;
}

type Handler = (call: Call) => Promise<HttpReply>;

const invalid = (message: string): HttpReply => errorReply(400, "error.request.invalid", message);

/** The body as a value of the schema, or the 400 that says what is wrong with it. */
function parsed<T>(call: Call, schema: z.ZodType<T>): { readonly value: T } | { readonly refusal: HttpReply } {
  if (!/^application\/json\b/i.test(call.request.headers["content-type"] ?? ""))
    return { refusal: invalid("The body must be sent with Content-Type: application/json.") };
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

const sum = (prices: readonly number[]): number => exact(prices.reduce((total, price) => total + price, 0));

/** How many of the first records the credits pay. */
function affordable(prices: readonly number[], credits: number): number {
  let total = 0;
  const tooMany = prices.findIndex((price) => (total = exact(total + price)) > credits);
  return tooMany < 0 ? prices.length : tooMany;
}

/** Answers one request, from its path to its body: route, method, key, rate limit, body, credits. */
export function createRoutes(parts: RouteDeps): (request: IncomingRequest, fault: AppliedFault) => Promise<HttpReply> {
  const { database, prices } = parts;
  let pages = 0;

  /** Charges a reply for its records and sends it, or refuses when the credits do not suffice. */
  function sell({ path, account, fault: { fault } }: Call, { operation, rows, body }: Sale): HttpReply {
    const each = prices.quote(operation, account.workspaceId, rows);
    const spendable = account.spendable();
    const count = sum(each) <= spendable ? rows.length : fault.shortenToBalance ? affordable(each, spendable) : 0;
    if (count === 0 && rows.length > 0)
      return errorReply(
        402,
        "error.credits.insufficient",
        `Insufficient credits: this call costs ${sum(each)}, and ${spendable} can be spent.`,
      );
    const sold = rows.slice(0, count);
    const credits = sum(each.slice(0, count));
    account.spend(credits);
    prices.noteSale(operation, account.workspaceId, sold);
    parts.onCharge({ path, records: sold.length, credits });
    return jsonReply(200, body(sold, reportCredits(credits, fault.credits ?? prices.reported(operation))));
  }

  const records = {
    company: (row: number) => database.company(row),
    person: (row: number, task: "search" | "lookup") => database.person(row, task),
  } as const;

  function page(
    call: Call,
    operation: SearchOperation,
    matches: Matches | "badCursor",
    requested: string | undefined,
  ): HttpReply {
    if (matches === "badCursor") return invalid("search_after: This is not a cursor of this search.");
    const { fault, applied } = call.fault;
    const { recordKind, listField, task } = operations[operation];
    const { from, to } = pageRange(matches, fault);
    const serial = (pages += 1);
    return sell(call, {
      operation,
      rows: matches.rows(from, to),
      body: (sold, credits) => ({
        [listField]: reportedList(
          sold.map((row) => records[recordKind](row, task)),
          fault,
        ),
        metadata: {
          total: reportedTotal(matches.total, fault, applied),
          credits,
          offset: matches.offset,
          search_after: reportedCursor({ matches, end: from + sold.length, requested, serial }, fault),
        },
      }),
    });
  }

  function lookup(call: Call, operation: LookupOperation, row: number | undefined): HttpReply {
    const { recordKind, listField, task } = operations[operation];
    return sell(call, {
      operation,
      rows: row === undefined ? [] : [row],
      body: (sold, credits) => ({
        [listField]: reportedList(
          sold.map((one) => records[recordKind](one, task)),
          call.fault.fault,
        ),
        metadata: { credits },
      }),
    });
  }

  /** Answers a request whose body is as the operation's schema says. */
  function withBody<Name extends PaidOperation>(
    operation: Name,
    answer: (call: Call, request: RequestOf[Name]) => Promise<HttpReply>,
  ): Handler {
    return async (call) => {
      const body = parsed(call, requestSchemas[operation]);
      return "refusal" in body ? body.refusal : answer(call, body.value);
    };
  }

  const handlers: Readonly<Record<OperationName, Handler>> = {
    companySearch: withBody("companySearch", async (call, request) =>
      page(call, "companySearch", await database.searchCompanies(request), request.search_after),
    ),
    companyLookup: withBody("companyLookup", async (call, request) =>
      lookup(call, "companyLookup", await database.lookUpCompany(request)),
    ),
    peopleSearch: withBody("peopleSearch", async (call, request) =>
      page(call, "peopleSearch", await database.searchPeople(request), request.search_after),
    ),
    peopleLookup: withBody("peopleLookup", async (call, request) =>
      lookup(call, "peopleLookup", await database.lookUpPerson(request)),
    ),
    enrichment: async ({ parameter, query }) =>
      parts.enrichment(decoded(parameter), query.get(parts.partialParameter) === "true", parts.now()),
    credits: async ({ account }) =>
      jsonReply(200, { balance: parts.fractionalBalance ? account.spendable() : Math.floor(account.spendable()) }),
    verifyKey: async ({ account }) => jsonReply(200, { workspace_id: account.workspaceId }),
  };

  return async (request, fault) => {
    const [path = "", query = ""] = request.path.split("?", 2);
    const found = operationAt(path);
    if (found === undefined) return errorReply(404, "error.not_found", "There is nothing at this path.");
    const { operation, parameter } = found;
    const { method } = operations[operation];
    if (request.method !== method) {
      const refusal = errorReply(405, "error.method", `This path answers ${method} only.`);
      return { ...refusal, headers: { ...refusal.headers, allow: method } };
    }
    const account = parts.accounts.authorise(request.headers["authorization"]);
    if ("status" in account) return account;
    return (
      account.refusal(parts.now()) ??
      (await handlers[operation]({ request, path, parameter, query: new URLSearchParams(query), account, fault }))
    );
  };
}

const patterns = operationNames.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operations[operation].path.replace(/\{\w+\}/, "([^/]+)")}$`),
}));

function operationAt(path: string): { readonly operation: OperationName; readonly parameter: string } | undefined {
  for (const { operation, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match !== null) return { operation, parameter: match[1] ?? "" };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Routes requests and creates the replies of the service.
//
// The interface leaves some replies open; the sandbox chooses: 400 carries `error.request.invalid`, an unknown path 404
// `error.not_found`, another method 405 `error.method`; a page or lookup that costs more than can be spent is refused
// with 402 `error.credits.insufficient` and charges nothing; an empty reply costs nothing and is never refused; partial
// results of an enrichment are asked for with the query parameter `partial`.
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
import { roundCredits, type Account, type Accounts, type Prices } from "./accounts";
import type { Database, Matches } from "./database";
import { errorReply, jsonReply } from "./replies";

/** A request as it arrives: any method, lower-case header names. */
export interface IncomingRequest {
  readonly method: string;
  /** With the query, if any. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Tests change which matches a page returns: from one index up to, but not including, another. */
export type PageRange = (matches: Matches) => { readonly from: number; readonly to: number };

interface Call {
  readonly request: IncomingRequest;
  /** The part of the path that is in braces in the operation's path. */
  readonly parameter: string;
  readonly query: URLSearchParams;
  readonly account: Account;
  readonly rangeOf: PageRange;
}

/** The records that a call returns, and how its reply is written once their price is known. */
interface PaidReply {
  readonly operation: PaidOperation;
  readonly records: readonly number[];
  readonly body: (credits: number) => unknown;
}

const requestedRange: PageRange = ({ start, limit }) => ({ from: start, to: start + limit });

type Handler = (call: Call) => Promise<HttpReply>;

const invalid = (message: string): HttpReply => errorReply(400, "error.request.invalid", message);

/** The body as a value of the schema, or a 400 reply with the reason. */
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

const sum = (prices: readonly number[]): number => roundCredits(prices.reduce((total, price) => total + price, 0));

/** Answers one request. Checks path, method, key, body, and credits, in this order. */
export class Router {
  private readonly handlers: Readonly<Record<OperationName, Handler>> = {
    companySearch: this.withBody("companySearch", async (call, request) =>
      this.page(call, "companySearch", await this.database.searchCompanies(request)),
    ),
    companyLookup: this.withBody("companyLookup", async (call, request) =>
      this.lookup(call, "companyLookup", this.database.lookUpCompany(request)),
    ),
    peopleSearch: this.withBody("peopleSearch", async (call, request) =>
      this.page(call, "peopleSearch", await this.database.searchPeople(request)),
    ),
    peopleLookup: this.withBody("peopleLookup", async (call, request) =>
      this.lookup(call, "peopleLookup", this.database.lookUpPerson(request)),
    ),
    enrichment: async ({ parameter, query }) =>
      this.enrichment(decoded(parameter), query.get("partial") === "true", this.now()),
    credits: async ({ account }) => jsonReply(200, { balance: Math.floor(account.balance) }),
    verifyKey: async ({ account }) => jsonReply(200, { workspace_id: account.workspaceId }),
  };

  constructor(
    private readonly database: Database,
    private readonly accounts: Accounts,
    private readonly prices: Prices,
    private readonly enrichment: (id: string, partial: boolean, now: number) => HttpReply,
    private readonly now: () => number,
  ) {}

  async answer(request: IncomingRequest, rangeOf: PageRange = requestedRange): Promise<HttpReply> {
    const [path = "", query = ""] = request.path.split("?", 2);
    const found = operationAt(path);
    if (found === undefined) return errorReply(404, "error.not_found", "There is nothing at this path.");
    const { operation, parameter } = found;
    const { method } = operations[operation];
    if (request.method !== method) {
      const refusal = errorReply(405, "error.method", `This path answers ${method} only.`);
      return { ...refusal, headers: { ...refusal.headers, allow: method } };
    }
    const account = this.accounts.authorize(request.headers["authorization"]);
    if ("status" in account) return account;
    return this.handlers[operation]({ request, parameter, query: new URLSearchParams(query), account, rangeOf });
  }

  /** Charges a reply for its records and sends it, or refuses when there are not enough credits. */
  private charge({ account }: Call, { operation, records, body }: PaidReply): HttpReply {
    const { prices } = this;
    const { workspaceId, balance } = account;
    const credits = sum(prices.quote(operation, workspaceId, records));
    if (credits > balance)
      return errorReply(
        402,
        "error.credits.insufficient",
        `Insufficient credits: this call costs ${credits}, and ${balance} can be spent.`,
      );
    account.balance = Math.max(0, roundCredits(balance - credits));
    prices.record(operation, workspaceId, records, credits);
    return jsonReply(200, body(credits));
  }

  private page(call: Call, operation: SearchOperation, matches: Matches | "badCursor"): HttpReply {
    if (matches === "badCursor") return invalid("search_after: This is not a cursor of this search.");
    const { total, offset } = matches;
    const { from, to } = call.rangeOf(matches);
    const records = matches.records(from, to);
    return this.charge(call, {
      operation,
      records,
      body: (credits) => ({
        ...this.recordList(operation, records),
        metadata: { total, credits, offset, search_after: matches.cursorTo(from + records.length) },
      }),
    });
  }

  private lookup(call: Call, operation: LookupOperation, found: number | undefined): HttpReply {
    const records = found === undefined ? [] : [found];
    return this.charge(call, {
      operation,
      records,
      body: (credits) => ({ ...this.recordList(operation, records), metadata: { credits } }),
    });
  }

  /** The records under the name of the operation's list. */
  private recordList(operation: PaidOperation, records: readonly number[]): object {
    const { recordKind, listField, task } = operations[operation];
    const { database } = this;
    const whole = records.map((index) =>
      recordKind === "company" ? database.company(index) : database.person(index, task),
    );
    return { [listField]: whole };
  }

  /** Answers a request whose body follows the operation's schema. */
  private withBody<Name extends PaidOperation>(
    operation: Name,
    answer: (call: Call, request: RequestOf[Name]) => Promise<HttpReply>,
  ): Handler {
    return async (call) => {
      const body = parsed(call, requestSchemas[operation]);
      return "refusal" in body ? body.refusal : answer(call, body.value);
    };
  }
}

/** The operation of a path, and the part of the path in place of the braces. */
function operationAt(path: string): { readonly operation: OperationName; readonly parameter: string } | undefined {
  for (const operation of operationNames) {
    const [start = "", end] = operations[operation].path.split(/\{\w+\}/);
    const parameter = end === undefined ? "" : path.slice(start.length, path.length - end.length);
    if (path === `${start}${parameter}${end ?? ""}` && (end === undefined || /^[^/]+$/.test(parameter))) {
      return { operation, parameter };
    }
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

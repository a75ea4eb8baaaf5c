// A service client that answers lookups from a function, counts them, and can stop answering.
import { ServiceFailure, type ServiceError } from "../../../src/service/errors";
import { notTheService } from "../../../src/service/errorSentences";
import type { ParsingProblem } from "../../../src/service/jsonReply";
import type { CompanyLookupRequest, PeopleLookupRequest } from "../../../src/service/requests";
import type { CallOptions, PaidReply, ServiceClient } from "../../../src/service/serviceClient";

type Asked = CompanyLookupRequest & PeopleLookupRequest;

export interface AnsweringClient {
  readonly client: ServiceClient;
  readonly asked: readonly Asked[];
}

/** `answer` returns a record, `undefined` for no match, a whole body, or the error to fail with. */
export function answeringClient(
  answer: (
    request: Asked,
    nth: number,
  ) => object | undefined | { readonly fail: ServiceError } | { readonly body: string } | Promise<never>,
  credits = 2,
): AnsweringClient {
  const asked: Asked[] = [];
  const lookup =
    (list: "companies" | "people") =>
    async (request: Asked, options: CallOptions = {}): Promise<PaidReply | undefined> => {
      if ((await options.beforeSend?.()) === undefined) {
        return undefined;
      }
      asked.push(request);
      const result = await answer(request, asked.length);
      if (result !== undefined && "fail" in result) {
        throw new ServiceFailure(result.fail as ServiceError);
      }
      const body =
        result !== undefined && "body" in result
          ? String(result.body)
          : JSON.stringify({
              [list]: result === undefined ? [] : [result],
              metadata: { credits: result === undefined ? 0 : credits },
            });
      const reply = { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(body) };
      const notUnderstood = (why: ParsingProblem): ServiceFailure => notTheService("paid", why);
      return { reply, notUnderstood, done: () => Promise.resolve() };
    };
  const unused = (): Promise<never> => Promise.reject(new Error("This operation is not part of the test."));
  return {
    asked,
    client: {
      companyLookup: lookup("companies"),
      peopleLookup: lookup("people"),
      companySearch: unused,
      peopleSearch: unused,
      enrichment: unused,
      // Where the balance cannot be read, nothing waits for a second reading of it.
      credits: unused,
      verifyKey: unused,
      pausedUntil: async () => undefined,
      endPause: unused,
    },
  };
}

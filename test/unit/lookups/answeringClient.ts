// A service client that answers look-ups from a function, counts them, and can stop answering.
import { ServiceFailure, type ServiceError } from "../../../src/service/errors";
import type { CompanyLookupRequest, PeopleLookupRequest } from "../../../src/service/requests";
import type { CallOptions, RecordPage, ServiceClient } from "../../../src/service/serviceClient";

type Asked = CompanyLookupRequest & PeopleLookupRequest;

export interface AnsweringClient {
  readonly client: ServiceClient;
  readonly asked: readonly Asked[];
}

/** `answer` gives a record, `undefined` for no match, or the error to fail with. */
export function answeringClient(answer: (request: Asked, nth: number) => object | undefined | { readonly fail: ServiceError }): AnsweringClient {
  const asked: Asked[] = [];
  const lookup = (list: "companies" | "people") => async (request: Asked, options: CallOptions = {}): Promise<RecordPage<never>> => {
    await options.onSending?.();
    asked.push(request);
    const result = answer(request, asked.length);
    if (result !== undefined && "fail" in result) {
      throw new ServiceFailure(result.fail as ServiceError);
    }
    const body = { [list]: result === undefined ? [] : [result], metadata: { credits: result === undefined ? 0 : 2 } };
    await options.onReply?.({ status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(body)) });
    return { records: body[list] as never[], odd: [], metadata: body.metadata as RecordPage<never>["metadata"] };
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
      credits: async () => ({ balance: 100 }),
      verifyKey: unused,
    },
  };
}

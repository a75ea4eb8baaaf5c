// A client that saves replies to paid calls immediately, for tests of single replies.
import { ServiceFailure } from "../../src/service/errors";
import type { PaidOperation } from "../../src/service/operations";
import type { RequestOf } from "../../src/service/requests";
import type { CallOptions, ServiceClient } from "../../src/service/serviceClient";
import type { HttpReply } from "../../src/service/wire";

/** `save`: gets the reply before the next paid call may leave. */
export type SavingOptions = CallOptions & { readonly save?: (reply: HttpReply) => Promise<void> };

export type SavingClient = Omit<ServiceClient, PaidOperation> & {
  readonly [Name in PaidOperation]: (request: RequestOf[Name], options?: SavingOptions) => Promise<HttpReply>;
};

/** Rejects with the refusal of a reply that has records. */
export function savingClient(client: ServiceClient): SavingClient {
  const saved =
    <Name extends PaidOperation>(name: Name) =>
    async (request: RequestOf[Name], { save, ...options }: SavingOptions = {}): Promise<HttpReply> => {
      const paid = await client[name](request, options);
      if (paid === undefined) {
        throw new Error("Nothing was sent.");
      }
      try {
        await save?.(paid.reply);
      } finally {
        await paid.done();
      }
      if (paid.refusal instanceof ServiceFailure) {
        throw paid.refusal;
      }
      return paid.reply;
    };
  return {
    ...client,
    companySearch: saved("companySearch"),
    companyLookup: saved("companyLookup"),
    peopleSearch: saved("peopleSearch"),
    peopleLookup: saved("peopleLookup"),
  };
}

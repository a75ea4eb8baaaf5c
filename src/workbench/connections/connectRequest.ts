// The argument of the connect command when this extension calls it. It contains no address and no key.
import * as z from "zod";

const connectRequest = z.object({
  /** After a failure, ask again at once, so that the caller can wait for the outcome. */
  asksAgain: z.boolean(),
  /** Ask only for another key of the connection whose key was rejected. */
  newKey: z.boolean(),
});

export type ConnectRequest = z.infer<typeof connectRequest>;

/** The command's argument is untrusted: menus pass an entry of a view, other extensions anything. */
export function readConnectRequest(value: unknown): ConnectRequest {
  try {
    return connectRequest.parse(value);
  } catch {
    return { asksAgain: false, newKey: false };
  }
}

// The sandbox on a local port, with a record of all requests.
import { createSystemClock } from "../../src/service/systemClock";
import { serveSandbox } from "../sandboxServer/httpServer";
import { type Charge, type IncomingRequest, Sandbox, type SandboxOptions } from "../sandboxServer/sandbox";

export interface ServiceUnderTest {
  readonly sandbox: Sandbox;
  readonly origin: string;
  /** Everything that arrived, in order. */
  readonly requests: readonly IncomingRequest[];
  readonly charges: readonly Charge[];
  /** Lets so many requests to a path pass; the next one is not answered before the returned function is called. */
  holdAfter(count: number, path: string): () => void;
  stop(): Promise<void>;
}

export async function serveForTest(keys: NonNullable<SandboxOptions["keys"]>): Promise<ServiceUnderTest> {
  const clock = createSystemClock();
  const sandbox = new Sandbox({ clock, keys, companies: 500, people: 500, prices: { all: 0.25 } });
  const requests: IncomingRequest[] = [];
  let held: { readonly path: string; left: number; readonly released: Promise<void> } | undefined;
  const answering: Pick<Sandbox, "answer"> = {
    answer: async (request) => {
      requests.push(request);
      if (request.path === held?.path) {
        held.left -= 1;
        await (held.left < 0 ? held.released : undefined);
      }
      return sandbox.answer(request);
    },
  };
  const server = await serveSandbox(answering, { port: 0, clock });
  return {
    sandbox,
    origin: server.origin,
    requests,
    charges: sandbox.charges,
    holdAfter: (count, path) => {
      let release: (() => void) | undefined;
      held = { path, left: count, released: new Promise((resolve) => (release = resolve)) };
      return () => {
        held = undefined;
        release?.();
      };
    },
    stop: () => server.close(),
  };
}

// A client of the MCP server in this process, which may show cards and ask its user.
import { Client, InMemoryTransport, type CallToolResult, type Implementation } from "@modelcontextprotocol/client";
import { cardExtension } from "../../../src/agents/card";
import { cardKey } from "../../../src/agents/cardWords";
import type { Card } from "../../../src/agents/tool";
import { createServer } from "../../../src/agents/toolServer";
import type { App } from "../../../src/app/app";

const clientInfo: Implementation = { name: "test", version: "1" };

export interface CardClientOptions {
  readonly showsCards?: boolean;
  /** What the user says to a question; without it, the client cannot ask. */
  readonly answer?: (message: string) => boolean;
  readonly script?: string;
}

export interface CardClient {
  readonly client: Client;
  call(name: string, input: object): Promise<CallToolResult>;
  close(): Promise<void>;
}

export async function cardClient(
  app: App,
  { showsCards = true, answer, script = "" }: CardClientOptions = {},
): Promise<CardClient> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = createServer(
    { app, version: "1", cardScript: () => Promise.resolve(script) },
    new AbortController().signal,
    new Set(),
  );
  const mimeTypes = ["text/html;profile=mcp-app"];
  const client = new Client(clientInfo, {
    capabilities: {
      ...(showsCards && { extensions: { [cardExtension]: { mimeTypes } } }),
      ...(answer !== undefined && { elicitation: { form: {} } }),
    },
  });
  if (answer !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => ({
      action: "accept",
      content: { spend: answer(params.message) },
    }));
  }
  await server.connect(theirs);
  await client.connect(ours);
  return {
    client,
    call: async (name, input) => (await client.callTool({ name, arguments: { ...input } })) as CallToolResult,
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}

/** What the page of a result is given. */
export const cardIn = (result: CallToolResult): Card | undefined => result._meta?.[cardKey] as Card | undefined;

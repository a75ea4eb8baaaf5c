// Talks to the host of a card as "MCP Apps" say: JSON-RPC in messages between the page and its parent.

type Params = Readonly<Record<string, unknown>>;

/** A result of a tool, as far as a card reads it. */
export interface ToolAnswer {
  readonly content?: readonly { readonly type?: unknown; readonly text?: unknown }[];
  readonly structuredContent?: Params;
  readonly isError?: boolean;
  readonly _meta?: Params;
}

export interface HostEvents {
  onResult(result: ToolAnswer): void;
  onCanceled(): void;
  /** What is new about the theme. */
  onContext(context: HostContext): void;
}

export interface HostContext {
  readonly theme?: unknown;
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> };
}

export interface AppBridge {
  /** Whether the host calls tools for the page. */
  readonly canCall: boolean;
  callTool(name: string, input: Params): Promise<ToolAnswer>;
  /** What the model reads with the user's next message, where the host can. */
  tellModel(text: string): void;
  sizeChanged(width: number, height: number): void;
}

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: unknown };
}

interface InitializeResult {
  readonly hostCapabilities?: { readonly serverTools?: unknown; readonly updateModelContext?: unknown };
  readonly hostContext?: HostContext;
}

const protocolVersion = "2026-01-26";
const methodNotFound = -32_601;

/** Resolves when the host has answered. */
export async function connectToHost(events: HostEvents): Promise<AppBridge> {
  const host = window.parent;
  const waiting = new Map<unknown, (message: Message) => void>();
  let lastId = 0;
  const send = (message: Message): void => host.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const request = async (method: string, params: Params): Promise<unknown> => {
    const id = (lastId += 1);
    const { result, error } = await new Promise<Message>((resolve) => {
      waiting.set(id, resolve);
      send({ id, method, params });
    });
    if (error !== undefined) {
      throw new Error(String(error.message));
    }
    return result;
  };
  const received = ({ id, method, params = {} }: Message): void => {
    switch (method) {
      case "ui/notifications/tool-result":
        return events.onResult(params);
      case "ui/notifications/tool-cancelled":
        return events.onCanceled();
      case "ui/notifications/host-context-changed":
        return events.onContext(params);
      case "ping":
      case "ui/resource-teardown":
        return send({ ...(id !== undefined && { id }), result: {} });
      default:
        return id === undefined ? undefined : send({ id, error: { code: methodNotFound, message: method } });
    }
  };
  window.addEventListener("message", ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== host || data?.jsonrpc !== "2.0") {
      return;
    }
    if (data.method !== undefined) {
      received(data);
      return;
    }
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  const { hostCapabilities = {}, hostContext = {} } = (await request("ui/initialize", {
    appInfo: { name: "prospect-desk-card", version: "1" },
    appCapabilities: {},
    protocolVersion,
  })) as InitializeResult;
  events.onContext(hostContext);
  send({ method: "ui/notifications/initialized", params: {} });
  return {
    canCall: hostCapabilities.serverTools !== undefined,
    callTool: (name, input) => request("tools/call", { name, arguments: input }) as Promise<ToolAnswer>,
    tellModel: (text) => {
      if (hostCapabilities.updateModelContext !== undefined) {
        request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => undefined);
      }
    },
    sizeChanged: (width, height) => send({ method: "ui/notifications/size-changed", params: { width, height } }),
  };
}

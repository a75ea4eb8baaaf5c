// A host of cards for tests: shows the page of a tool's result in a frame as chats do, and answers its messages from
// the MCP server.
import type { CallToolResult } from "@modelcontextprotocol/client";
import type { Browser, Frame, Page } from "playwright-core";
import { cardUri } from "../../src/agents/card";
import type { CardClient } from "../unit/agents/cardRig";
import { pageThemes, type PageTheme } from "./pageThemes";

export interface CardOptions {
  /** Without it, the host says nothing about its look. */
  readonly theme?: PageTheme;
  readonly width?: number;
  /** What the host can do for the page. */
  readonly capabilities?: object;
}

interface CardMessage {
  readonly id?: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface ShownCard {
  readonly page: Page;
  readonly frame: Frame;
  /** What the page told the model. */
  readonly told: readonly string[];
  /** The last height it asked for. */
  height(): number;
  /** Tools it called. */
  readonly called: readonly string[];
  /** Violations of the content security policy and uncaught errors so far. */
  readonly faults: readonly string[];
  wear(theme: PageTheme): Promise<void>;
  close(): Promise<void>;
}

/** As VS Code names its colors for cards. */
const variables: Readonly<Record<string, string>> = {
  "--color-background-primary": "editor-background",
  "--color-background-inverse": "editor-foreground",
  "--color-text-primary": "foreground",
  "--color-text-secondary": "descriptionForeground",
  "--color-text-inverse": "editor-background",
  "--color-border-primary": "widget-border",
  "--color-border-inverse": "foreground",
  "--color-ring-primary": "focusBorder",
};

const contextOf = (theme: PageTheme) => ({
  theme: theme.includes("light") ? "light" : "dark",
  styles: {
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, color]) => [name, pageThemes[theme][`--vscode-${color}` as never]]),
    ),
  },
});

const canAll = { serverTools: {}, updateModelContext: { text: {} } };

export async function showCard(
  browser: Browser,
  { client, call }: Pick<CardClient, "client" | "call">,
  result: CallToolResult,
  { theme, width = 600, capabilities = canAll }: CardOptions = {},
): Promise<ShownCard> {
  const { contents } = await client.readResource({ uri: cardUri });
  const [content] = contents;
  const html = content !== undefined && "text" in content ? content.text : "";
  // What a host adds by the page's own declaration, which names no domain.
  const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'";
  const framed = html.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
  const context = await browser.newContext({ viewport: { width, height: 700 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const [faults, told, called]: [string[], string[], string[]] = [[], [], []];
  let height = 0;
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => (message.type() === "error" ? faults.push(message.text()) : undefined));
  page.on("request", (request) => (/^(?:about|data):/u.test(request.url()) ? undefined : faults.push(request.url())));
  const post = (message: object): Promise<void> =>
    page.evaluate(
      (data) => document.querySelector("iframe")?.contentWindow?.postMessage({ jsonrpc: "2.0", ...data }, "*"),
      message,
    );
  const answerTo = async ({ method, params }: CardMessage): Promise<unknown> => {
    switch (method) {
      case "ui/initialize":
        return {
          protocolVersion: params["protocolVersion"],
          hostInfo: { name: "test", version: "1" },
          hostCapabilities: capabilities,
          hostContext: theme === undefined ? {} : contextOf(theme),
        };
      case "ui/notifications/initialized":
        await post({ method: "ui/notifications/tool-input", params: { arguments: {} } });
        await post({ method: "ui/notifications/tool-result", params: result });
        return undefined;
      case "ui/notifications/size-changed":
        height = params["height"] as number;
        return undefined;
      case "ui/update-model-context":
        told.push((params["content"] as readonly { readonly text: string }[]).map(({ text }) => text).join());
        return {};
      case "tools/call":
        called.push(params["name"] as string);
        return call(params["name"] as string, params["arguments"] as object);
      default:
        faults.push(`unexpected: ${method}`);
        return undefined;
    }
  };
  await page.exposeFunction("fromCard", async (message: CardMessage) => {
    const answer = await answerTo(message);
    if (message.id !== undefined) {
      await post({ id: message.id, result: answer });
    }
  });
  await page.setContent(
    `<!DOCTYPE html><style>body { margin: 0 } iframe { border: 0; width: 100%; height: 690px }</style>
<iframe title="Card" sandbox="allow-scripts"></iframe>`,
  );
  await page.evaluate((source) => {
    const frame = document.querySelector("iframe");
    window.addEventListener("message", ({ source: from, data }: MessageEvent<unknown>) => {
      if (from === frame?.contentWindow) {
        (window as unknown as { fromCard: (message: unknown) => void }).fromCard(data);
      }
    });
    frame?.setAttribute("srcdoc", source);
  }, framed);
  await page.frameLocator("iframe").getByRole("heading").waitFor();
  const [, frame] = page.frames();
  if (frame === undefined) {
    throw new Error("The card has no frame.");
  }
  return {
    ...{ page, frame, told, called, faults },
    height: () => height,
    wear: async (next) => {
      await post({ method: "ui/notifications/host-context-changed", params: contextOf(next) });
      await frame.evaluate(() => new Promise(requestAnimationFrame));
    },
    close: () => context.close(),
  };
}

// Shows one built page in Chromium as a webview would: the same content security policy, theme colors, and a host that
// checks and records the page's calls, and answers them with a test's handlers.
import { readFileSync } from "node:fs";
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import {
  listen,
  poster,
  type Call,
  type Handlers,
  type Message,
  type Post,
  type Procedures,
} from "../../webview-ui/messages/procedures";
import { ensureChromium } from "../host/chromium.mjs";
import { pageThemes, type PageTheme } from "./pageThemes";

/** Stands for VS Code's webview resources. */
const pageOrigin = "http://localhost";
const nonce = "cGFnZSBpbiBicm93c2Vy";

export interface PageInBrowser<T extends Procedures, Updates> {
  readonly page: Page;
  /** Violations of the content security policy, uncaught errors, and messages that are no valid calls. */
  readonly faults: readonly string[];
  /** The page's calls; without a payload when it is `undefined`. */
  readonly calls: readonly Call<T>[];
  /** Sends an update; resolves once the page has handled it. */
  post(update: Message<Updates>): Promise<void>;
  /** Resolves once every call that the page has made is in `calls`. */
  arrived(): Promise<void>;
  close(): Promise<void>;
}

export interface Look {
  readonly theme?: PageTheme;
  readonly width?: number;
  readonly height?: number;
  /** Without it, motion is reduced. */
  readonly hasMotion?: boolean;
}

export interface PageOptions<T extends Procedures, Updates, Answers> extends Look {
  readonly script: string;
  readonly initial?: unknown;
  readonly procedures: T;
  /** Made with what sends updates to the page. Calls of procedures without a handler are only recorded. */
  readonly handlers: (send: Post<Updates>) => Partial<Handlers<T, Answers>>;
  /** Whether the extension has stopped: nothing is answered. */
  readonly isDead?: () => boolean;
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
}

export async function showInBrowser<T extends Procedures, Updates, Answers = unknown>(
  browser: Browser,
  options: PageOptions<T, Updates, Answers>,
): Promise<PageInBrowser<T, Updates>> {
  const { theme = "vscode-dark", width = 1000, height = 900, hasMotion = false, isDead = () => false } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: hasMotion ? "no-preference" : "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => faults.push(dialog.message()));
  page.on("console", (message) => {
    if (message.type() === "error" || /Content Security Policy/u.test(message.text())) {
      faults.push(message.text());
    }
  });
  /** As JSON, because the browser's protocol changes texts that are no valid Unicode. */
  const post = (message: unknown): Promise<void> =>
    page.evaluate(
      (json) => void window.dispatchEvent(new MessageEvent("message", { data: JSON.parse(json) as unknown })),
      JSON.stringify(message),
    );
  const calls: Call<T>[] = [];
  let receive = (_message: unknown): void => undefined;
  const webview = {
    // A page that closes or reloads meanwhile does not get the message.
    postMessage: (message: unknown) => post(message).catch(() => undefined),
    onDidReceiveMessage: (listener: (message: unknown) => void) => {
      receive = listener;
      return { dispose: () => undefined };
    },
  };
  const handlers = options.handlers(poster<Updates>(webview));
  const recording = Object.fromEntries(
    Object.keys(options.procedures).map((name) => [
      name,
      (payload: never): unknown => {
        calls.push((payload === undefined ? { name } : { name, payload }) as Call<T>);
        return handlers[name]?.(payload);
      },
    ]),
  ) as Handlers<T>;
  listen(webview, options.procedures, recording, {
    onRefused: (problem) => faults.push(problem),
    onFailure: (error) => faults.push(String(error)),
  });
  await page.exposeFunction("sendToHost", (message: unknown) => {
    if (message !== undefined && !isDead()) {
      receive(message);
    }
  });
  await page.addInitScript(() => {
    const hosted = window as unknown as {
      sendToHost(message: unknown): void;
      pwned: unknown;
      acquireVsCodeApi: unknown;
    };
    // Hostile texts try to call it.
    hosted.pwned = (how: string) => console.error(`A text was executed: ${how}`);
    hosted.acquireVsCodeApi = () => ({
      postMessage: (message: unknown) => hosted.sendToHost(message),
      getState: (): unknown => JSON.parse(sessionStorage.getItem("saved") ?? "null"),
      setState: (state: unknown) => sessionStorage.setItem("saved", JSON.stringify(state)),
    });
  });
  const html = htmlOf(options.script, options.initial, theme);
  await page.route(`${pageOrigin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill(
      pathname.endsWith(".js")
        ? { contentType: "text/javascript", body: readFileSync(path.join("dist", "webview", pathname), "utf8") }
        : { contentType: "text/html", body: html },
    );
  });
  await page.goto(`${pageOrigin}/`);
  return {
    page,
    faults,
    calls,
    post,
    // Calls arrive in their order.
    arrived: () =>
      page.evaluate(() => (window as unknown as { sendToHost(message?: unknown): Promise<void> }).sendToHost()),
    close: () => context.close(),
  };
}

function htmlOf(script: string, initial: unknown, theme: PageTheme): string {
  const colors = Object.entries(pageThemes[theme]).map(([name, value]) => `${name}: ${value};`);
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  const json = JSON.stringify(initial ?? null).replaceAll("<", "\\u003c");
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Page</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${nonce}">
<style nonce="${nonce}">
:root { --vscode-font-family: system-ui, "DejaVu Sans", sans-serif; --vscode-font-size: 13px }
:root { --vscode-editor-font-family: monospace; ${colors.join(" ")} }
html, body { height: 100%; margin: 0; padding: 0; }
body { background: var(--vscode-editor-background); color: var(--vscode-foreground); }</style></head>
<body class="${theme}" data-vscode-theme-kind="${theme}">
<script type="application/json" id="initial-state" nonce="${nonce}">${json}</script>
<script type="module" nonce="${nonce}" src="/${path.basename(script)}"></script></body></html>`;
}

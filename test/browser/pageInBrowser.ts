// Shows one built page in Chromium as a webview would: the same content security policy, theme colors, and a host to
// exchange messages with.
import { readFileSync } from "node:fs";
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { ensureChromium } from "../host/chromium.mjs";
import { pageThemes, type PageTheme } from "./pageThemes";

/** Stands for VS Code's webview resources. */
const pageOrigin = "http://localhost";
const nonce = "cGFnZSBpbiBicm93c2Vy";

export interface ShownPage {
  readonly page: Page;
  /** Violations of the content security policy and uncaught errors so far. */
  readonly faults: readonly string[];
  post(message: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface PageOptions {
  readonly script: string;
  readonly initial?: unknown;
  readonly theme?: PageTheme;
  readonly width?: number;
  readonly height?: number;
  readonly onMessage?: (message: unknown) => void;
  readonly onFault?: (fault: string) => void;
  /** Without it, motion is reduced. */
  readonly hasMotion?: boolean;
  /** Called before the page's script runs. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
}

export async function showInBrowser(browser: Browser, options: PageOptions): Promise<ShownPage> {
  const theme = options.theme ?? "vscode-dark";
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1000, height: options.height ?? 900 },
    reducedMotion: options.hasMotion === true ? "no-preference" : "reduce",
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const onFault = options.onFault ?? ((fault: string) => faults.push(fault));
  page.on("pageerror", (error) => onFault(String(error)));
  page.on("dialog", (dialog) => onFault(dialog.message()));
  page.on("console", (message) =>
    message.type() === "error" || /Content Security Policy/u.test(message.text()) ? onFault(message.text()) : undefined,
  );
  await page.exposeFunction("sendToHost", (message: unknown) => options.onMessage?.(message));
  await page.addInitScript(() => {
    const hosted = window as unknown as { acquireVsCodeApi: unknown; sendToHost: (message: unknown) => void };
    hosted.acquireVsCodeApi = () => ({
      postMessage: (message: unknown) => hosted.sendToHost(message),
      getState: (): unknown => JSON.parse(sessionStorage.getItem("saved") ?? "null"),
      setState: (state: unknown) => sessionStorage.setItem("saved", JSON.stringify(state)),
    });
  });
  await options.prepare?.(page);
  const colors = Object.entries(pageThemes[theme]).map(([name, value]) => `${name}: ${value};`);
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  const data = (id: string, value: unknown): string => {
    const json = JSON.stringify(value).replaceAll("<", "\\u003c");
    return `<script type="application/json" id="${id}" nonce="${nonce}">${json}</script>`;
  };
  const html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Page</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${nonce}">
<style nonce="${nonce}">
:root { --vscode-font-family: system-ui, "DejaVu Sans", sans-serif; --vscode-font-size: 13px }
:root { --vscode-editor-font-family: monospace; ${colors.join(" ")} }
html, body { height: 100%; margin: 0; padding: 0; }
body { background: var(--vscode-editor-background); color: var(--vscode-foreground); }</style></head>
<body class="${theme}" data-vscode-theme-kind="${theme}">
${data("initial-state", options.initial ?? null)}
<script type="module" nonce="${nonce}" src="/${path.basename(options.script)}"></script></body></html>`;
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
    // Ends when the page has handled the message: its own listener was added before this one.
    post: (message) =>
      page.evaluate(
        (data) =>
          new Promise<void>((resolve) => {
            window.addEventListener("message", () => resolve(), { once: true });
            window.postMessage(data, "*");
          }),
        message,
      ),
    close: () => context.close(),
  };
}

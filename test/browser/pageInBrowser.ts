// Shows one built page in Chromium as a webview would: the same content security policy, theme colors, and a host to
// exchange messages with.
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { ensureChromium } from "../host/chromium.mjs";
import type { PageLanguage } from "../../src/language/language";
import { languageScript } from "./languageScript";
import { pageOrigin, servePage } from "./pageFiles";
import { pageThemes, type PageTheme } from "./pageThemes";

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
  /** Without it, English. */
  readonly language?: PageLanguage;
  readonly width?: number;
  readonly height?: number;
  readonly onMessage?: (message: unknown) => void;
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
}

export async function showInBrowser(browser: Browser, options: PageOptions): Promise<ShownPage> {
  const theme = options.theme ?? "vscode-dark";
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1000, height: options.height ?? 900 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) =>
    message.type() === "error" || /Content Security Policy/u.test(message.text())
      ? faults.push(message.text())
      : undefined,
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
  const colors = Object.entries(pageThemes[theme]).map(([name, value]) => `${name}: ${value};`);
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  const initial = JSON.stringify(options.initial ?? null).replaceAll("<", "\\u003c");
  const html = `<!DOCTYPE html>
<html lang="${options.language?.tag ?? "en"}"><head><meta charset="utf-8"><title>Page</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${nonce}">
<style nonce="${nonce}">
:root { --vscode-font-family: system-ui, "DejaVu Sans", sans-serif; --vscode-font-size: 13px }
:root { --vscode-editor-font-family: monospace; ${colors.join(" ")} }
html, body { height: 100%; margin: 0; padding: 0; } body { background: var(--vscode-editor-background); }</style></head>
<body class="${theme}" data-vscode-theme-kind="${theme}">
${languageScript(options.language, nonce)}
<script type="application/json" id="initial-state" nonce="${nonce}">${initial}</script>
<script type="module" nonce="${nonce}" src="/${path.basename(options.script)}"></script></body></html>`;
  await servePage(page, html);
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

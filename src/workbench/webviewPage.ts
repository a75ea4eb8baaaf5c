// Fills a webview with one of our pages: strict CSP, a nonce, and the initial state as inert JSON.
import { randomBytes } from "node:crypto";
import { Uri, type Webview } from "vscode";
import { locale } from "../text/numbers";

export type PageName = "filterBuilder" | "results" | "creditUsage";

/** Fills the webview with a page, which reads `initial` when it starts. */
export function showPage(webview: Webview, extensionUri: Uri, page: PageName, initial: unknown): void {
  const folder = Uri.joinPath(extensionUri, "dist", "webview");
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  const nonce = randomBytes(18).toString("base64url");
  const script = webview.asWebviewUri(Uri.joinPath(folder, `${page}.js`)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    // `default-src` covers neither of these.
    "base-uri 'none'",
    "form-action 'none'",
  ];
  webview.html = `<!DOCTYPE html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta property="csp-nonce" content="${nonce}">
<title>Prospect Desk</title>
<style nonce="${nonce}">html, body { height: 100%; margin: 0; padding: 0; }</style>
</head>
<body>
<script type="application/json" id="initial-state" nonce="${nonce}">${inertJson(initial)}</script>
<script type="module" nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

/** JSON that no HTML parser can interpret as markup, whatever strings it contains. */
function inertJson(value: unknown): string {
  const escapes: Readonly<Record<string, string>> = {
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
  };
  return JSON.stringify(value ?? null).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? "");
}

// What a page of a webview may load and reach, and what it starts with.
import assert from "node:assert/strict";
import { Uri, type Webview } from "vscode";
import { showPage } from "../../../src/workbench/webviewPage";

describe("a page in a webview", function () {
  const htmlOf = (initial: unknown): string => {
    const webview = { html: "", options: {}, cspSource: "https://page.example", asWebviewUri: (uri: Uri) => uri };
    showPage(webview as unknown as Webview, Uri.file("/e"), "results", initial);
    return webview.html;
  };

  it("loads nothing but its own script, styles, and fonts, and sends no form and moves no address", () => {
    const html = htmlOf({});
    const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/u.exec(html) ?? [];
    const nonce = /nonce-([\w-]+)/u.exec(policy)?.[1] ?? "";
    assert.ok(nonce.length >= 16);
    assert.deepEqual(policy.split("; "), [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "font-src https://page.example",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    assert.notEqual(htmlOf({}), html, "each page has its own nonce");
  });

  it("starts with any text without reading it as markup", () => {
    const hostile = "</script><base href=//evil.example><form action=//evil.example>\u2028&lt;!--";
    const html = htmlOf({ hostile });
    assert.doesNotMatch(html, /<base|<form|<\/script><base|\u2028/u);
    const [, json = ""] = /id="initial-state" nonce="[^"]*">([^<]*)</u.exec(html) ?? [];
    assert.deepEqual(JSON.parse(json), { hostile });
  });
});

// What "Diagnose Connection" asks, shows, logs, and copies.
import assert from "node:assert/strict";
import type { ConnectionReport } from "../../../src/service/diagnosis";
import { ServiceFailure } from "../../../src/service/errors";
import type * as Product from "../../../src/workbench/connections/diagnoseConnection";
import { useVscode } from "./bundleWithVscode";
import { createScriptedVscode } from "./scriptedVscode";

const facts = { subject: "CN=api", issuer: "CN=Root", hosts: "DNS:api", validFrom: "Jan 1", validTo: "Jan 2" };
const proxy = { address: "proxy.example:8080", source: "http.proxy" };
const route = {
  kind: "proxy",
  proxy: { ...proxy, url: new URL("http://proxy.example:8080"), authorization: "Basic c2VjcmV0" },
} as const;

describe("Diagnose Connection", function () {
  this.timeout(60_000);
  const vscode = createScriptedVscode();
  const files = ["src/workbench/connections/diagnoseConnection.ts"];
  const product = useVscode<typeof Product>(files, vscode);
  let shown: unknown[];
  let asked: string[];
  let logged: string[];

  beforeEach(() => {
    [shown, asked, logged] = [[], [], []];
    vscode.answers.set("showInformationMessage", async (...args: never[]) => {
      shown = args;
      return undefined;
    });
  });

  const diagnose = (named: unknown, report: ConnectionReport, sandbox = false): Promise<void> => {
    const connection = { id: "c", label: "Work", origin: "https://api.example", workspaceId: "w", sandbox };
    return product.diagnoseConnection(named, {
      account: { current: { kind: "offline", connection, reason: "" } },
      access: {
        diagnose: async (origin: string) => {
          asked.push(origin);
          return report;
        },
      },
      log: (line: string) => logged.push(line),
    } as never);
  };
  const detail = (): string => (shown[1] as { readonly detail: string }).detail;

  it("shows the proxy with its source, and the certificate, of the connection in use", async () => {
    await diagnose(undefined, { route, facts });
    assert.deepEqual(asked, ["https://api.example"]);
    assert.equal(shown[0], "https://api.example can be reached.");
    assert.match(detail(), /^Proxy: proxy\.example:8080, from http\.proxy, with a user name and password\./u);
    assert.match(detail(), /Subject: CN=api\. Issuer: CN=Root\. Valid from Jan 1 to Jan 2\./u);
    assert.match(detail(), /Your key was not sent\.$/u);
    assert.deepEqual(logged, [
      "Diagnosis: proxy proxy.example:8080 from http.proxy, with a password; connected; issuer CN=Root",
    ]);
    assert.ok(!`${detail()}${logged.join("")}`.includes("c2VjcmV0"));
  });

  it("shows what is in the way, and writes it to the log", async () => {
    const failure = new ServiceFailure({
      code: "network",
      message: "The proxy [x](command:y) asks.",
      creditsSpent: "no",
      sent: false,
      obstacle: { kind: "proxyRefused", proxy, status: 407, withPassword: false },
    });
    await diagnose("https://typed.example", { route, failure });
    assert.deepEqual(asked, ["https://typed.example"]);
    assert.equal(shown[0], "https://typed.example cannot be reached.");
    assert.match(detail(), /asks\./u);
    assert.match(logged[0] ?? "", /; The proxy proxy\.example:8080, from http\.proxy, asks for .* \(HTTP 407\)/u);
  });

  it("connects to no address that could not be a service's, and not for the sandbox", async () => {
    for (const named of ["http://elsewhere.example", "https://a:b@c.example", "file:///etc/passwd"]) {
      await diagnose(named, { route });
    }
    await diagnose({}, { route }, true);
    assert.deepEqual(asked, []);
    assert.match(String(shown[0]), /sandbox/u);
  });
});

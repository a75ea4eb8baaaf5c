// What "Diagnose Connection" asks, shows, logs, and copies.
import assert from "node:assert/strict";
import { reportLines, type ConnectionReport } from "../../../src/service/diagnosis";
import { ServiceFailure } from "../../../src/service/errors";
import { diagnoseConnection } from "../../../src/workbench/connections/diagnoseConnection";
import { useVscode } from "../../support/vscode";

const certificate = "Subject: CN=api. Issuer: CN=Root.";
const text = "The proxy proxy.example:8080, from http.proxy, with a user name and password.";
const route = { text };

describe("Diagnose Connection", function () {
  const vscode = useVscode();
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
    return diagnoseConnection(named, {
      account: { current: { kind: "offline", connection, reason: "" } },
      access: {
        diagnose: async (origin: string) => {
          asked.push(origin);
          return { report, lines: reportLines(report) };
        },
      },
      log: (line: string) => logged.push(line),
    } as never);
  };
  const detail = (): string => (shown[1] as { readonly detail: string }).detail;

  it("shows the proxy with its source, and the certificate, of the connection in use", async () => {
    await diagnose(undefined, { route, certificate });
    assert.deepEqual(asked, ["https://api.example"]);
    assert.equal(shown[0], "https://api.example can be reached.");
    assert.ok(detail().startsWith(text));
    assert.match(detail(), /Certificate: Subject: CN=api\. Issuer: CN=Root\./u);
    assert.match(detail(), /Your key was not sent\.$/u);
    assert.deepEqual(logged, [`Diagnosis: ${text} Connected.`]);
  });

  it("shows what is in the way, and writes it to the log", async () => {
    const failure = new ServiceFailure({
      code: "network",
      message: "The proxy [x](command:y) asks.",
      creditsSpent: "no",
      sent: false,
    });
    await diagnose("https://typed.example", { route, failure });
    assert.deepEqual(asked, ["https://typed.example"]);
    assert.equal(shown[0], "https://typed.example cannot be reached.");
    assert.match(detail(), /asks\./u);
    assert.match(logged[0] ?? "", /The proxy .* asks\.$/u);
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

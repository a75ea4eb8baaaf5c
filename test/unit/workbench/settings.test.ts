// The table of settings: the manifest follows it, and no wrong value or workspace changes what it guards.
import assert from "node:assert/strict";
import fs from "node:fs";
import { settings, type SettingName } from "../../../src/app/settings";
import { setting, settingId } from "../../../src/workbench/settings";
import { useVscode } from "../../support/vscode";

const names = Object.keys(settings) as readonly SettingName[];

interface SettingTexts {
  readonly markdownDescription?: string;
  readonly patternErrorMessage?: string;
}

interface Manifest {
  readonly contributes: { readonly configuration: { properties: Record<string, object> } };
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
}

describe("settings", function () {
  const vscode = useVscode();
  const { settings: user, workspaceSettings: ofWorkspace } = vscode;
  beforeEach(() => {
    user.clear();
    ofWorkspace.clear();
  });

  it("are in package.json as in the table", () => {
    const manifest = JSON.parse(fs.readFileSync("package.json", "utf8")) as Manifest;
    const written = manifest.contributes.configuration.properties as Readonly<Record<string, SettingTexts>>;
    const expected = Object.fromEntries(
      names.map((name) => {
        const { schema, default: unset, scope, ...more } = settings[name];
        const id = settingId(name);
        // The texts are written in the manifest alone.
        const { patternErrorMessage = "", markdownDescription = "" } = written[id] ?? {};
        const error = "hasPatternError" in more ? { patternErrorMessage } : {};
        return [id, { ...schema, default: unset, scope, ...error, markdownDescription }];
      }),
    );
    if (process.env["UPDATE_MANIFEST"] === "1") {
      manifest.contributes.configuration.properties = expected;
      fs.writeFileSync("package.json", `${JSON.stringify(manifest, undefined, 2)}\n`);
    }
    const hint = "run: UPDATE_MANIFEST=1 npm test -- --only unit --grep settings";
    assert.deepEqual(manifest.contributes.configuration.properties, expected, hint);
    for (const [id, { markdownDescription, patternErrorMessage }] of Object.entries(written)) {
      assert.ok(markdownDescription !== "" && patternErrorMessage !== "", `${id} needs its texts in package.json`);
    }
    assert.deepEqual(
      manifest.capabilities.untrustedWorkspaces.restrictedConfigurations,
      names.filter((name) => settings[name].scope === "resource").map(settingId),
    );
  });

  it("have their default while nobody has set them", () => {
    for (const name of names) {
      assert.deepEqual(setting(name), settings[name].default, name);
    }
  });

  it("count a wrong value as the default, or as the safest", () => {
    const wrong = [null, Number.NaN, Number.POSITIVE_INFINITY, -1, "", "../x", {}, [""], [3]];
    const safest: Partial<Record<SettingName, unknown>> = { "spending.confirmAbove": 0, "agents.creditsPerMonth": 0 };
    for (const name of names) {
      for (const value of wrong) {
        user.set(name, value);
        const isText = name === "exports.folder" && value === "";
        const isParameter = name === "enrichments.partialResultsParameter" && typeof value === "string";
        const isUnlimited = name === "agents.creditsPerMonth" && value === null;
        const expected = isText || isParameter || isUnlimited ? value : (safest[name] ?? settings[name].default);
        assert.deepEqual(setting(name), expected, `${name}: ${String(value)}`);
      }
    }
  });

  it("have no value beyond their limits", () => {
    user.set("service.waitSeconds", 1e9);
    assert.equal(setting("service.waitSeconds"), 300);
    user.set("service.waitSeconds", 120);
    assert.equal(setting("service.waitSeconds"), 120);
  });

  it("are the user's alone, except the folder for exports", () => {
    const values: Record<SettingName, unknown> = {
      "exports.folder": "out",
      "spending.confirmAbove": 7,
      "service.waitSeconds": 77,
      "agents.creditsPerDay": 7,
      "agents.creditsPerMonth": 70,
      "agents.mcpServer": true,
      "leaveOut.lists": ["/lists/a.csv"],
      "leaveOut.sentItems": 7,
      "database.weeklyCopies": false,
      "runs.keepDays": 7,
      "enrichments.partialResultsParameter": "some",
    };
    for (const name of names) {
      ofWorkspace.set(name, values[name]);
      const expected = name === "exports.folder" ? values[name] : settings[name].default;
      assert.deepEqual(setting(name), expected, `${name} of a workspace`);
      user.set(name, values[name]);
      assert.deepEqual(setting(name), values[name], `${name} of the user`);
    }
  });
});

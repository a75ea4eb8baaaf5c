// package.json and the code agree on commands, views, and settings.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { commandIds, contextKeys, editorIds, viewIds } from "../../src/workbench/commandIds";

interface Manifest {
  readonly name: string;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly customEditors: readonly { readonly viewType: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope?: string }>> };
    readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
    readonly keybindings: readonly { readonly key: string; readonly mac: string; readonly when?: string }[];
    readonly walkthroughs: readonly { readonly steps: readonly WalkthroughStep[] }[];
  };
}

interface WalkthroughStep {
  readonly id: string;
  readonly completionEvents: readonly string[];
  readonly media: { readonly svg: string; readonly altText: string };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

describe("package.json", () => {
  it("is where the code has its commands from", () => {
    const file = "src/workbench/manifestCommands.ts";
    const lines = manifest.contributes.commands.map(({ command }) => `  ${command.split(".").at(-1)}: "${command}",`);
    const source = [
      "// The ids of all commands, from package.json: `UPDATE_MANIFEST=1 npm test -- --only unit --grep commands`.",
      "",
      "export const commandIds = {",
      ...lines,
      "} as const;",
      "",
      "export type CommandId = (typeof commandIds)[keyof typeof commandIds];",
      "",
    ].join("\n");
    if (process.env["UPDATE_MANIFEST"] === "1") {
      writeFileSync(file, source);
    }
    assert.equal(readFileSync(file, "utf8"), source, "run: UPDATE_MANIFEST=1 npm test -- --only unit --grep commands");
  });

  it("offers in the title menu of a list's tab only what can be done with records of many runs", () => {
    const offered = (address: string): readonly string[] =>
      (manifest.contributes.menus["editor/title"] ?? [])
        .filter(({ when = "" }) => when.startsWith("activeCustomEditorId == prospectDesk.results"))
        .filter(({ when = "" }) => {
          const pattern = /resource =~ \/(.+)\/$/u.exec(when)?.[1];
          return pattern === undefined || new RegExp(pattern).test(address);
        })
        .map(({ command = "" }) => command);
    for (const query of ["list%3D0123456789abcdef", "found%3Dada", "list=0123456789abcdef"]) {
      const expected = [commandIds.exportRun, commandIds.exportAgain];
      assert.deepEqual(offered(`prospect-run:/Fair%3Fsearch?${query}`), expected, query);
    }
    for (const query of ["search%3Dfile%3A///list%253D.prospect.json", "20261120T120409123-0123456789ab"]) {
      assert.ok(offered(`prospect-run:/list%3D?${query}`).includes(commandIds.runAgain), query);
    }
  });

  it("has menus only for commands it contributes", () => {
    const known = new Set<string>(Object.values(commandIds));
    for (const [menu, items] of Object.entries(manifest.contributes.menus)) {
      for (const { command } of items) {
        assert.ok(command === undefined || known.has(command), `${menu}: ${command}`);
      }
    }
  });

  it("contributes the views and editors the code registers", () => {
    assert.deepEqual(
      Object.values(manifest.contributes.views)
        .flat()
        .map(({ id }) => id)
        .sort(),
      Object.values(viewIds).sort(),
    );
    assert.deepEqual(
      manifest.contributes.customEditors.map(({ viewType }) => viewType).sort(),
      Object.values(editorIds).sort(),
    );
  });

  it("binds no key that types a letter with AltGr, and none without a condition", () => {
    for (const { key, mac, when } of manifest.contributes.keybindings) {
      assert.doesNotMatch(`${key} ${mac}`, /alt\+/u);
      assert.ok(when, `${key} applies everywhere`);
    }
  });

  it("has a picture in the colors of the theme for every step of the walkthrough", () => {
    const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    assert.deepEqual(
      steps.map(({ id }) => id),
      ["connection", "search", "run", "export"],
    );
    const pictures = steps.map(({ media }) => readFileSync(media.svg, "utf8"));
    for (const picture of pictures) {
      // The walkthrough's content security policy drops style elements and style attributes.
      assert.doesNotMatch(picture, /<style|style=|class=/u);
      assert.doesNotMatch(picture, /(?:fill|stroke)="(?!none|var\()/u);
    }
    assert.ok(pictures.join("").length < 40_000);
  });

  it("ticks a step of the walkthrough when it happened, not when a command was called", () => {
    const keys = new Set<string>(Object.values(contextKeys));
    for (const { id, completionEvents } of manifest.contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      const [key = ""] = completionEvents.map((event) => /^onContext:([\w.]+)$/u.exec(event)?.[1]);
      assert.ok(keys.has(key), `${id}: ${completionEvents.join()}`);
      // VS Code looks at keys that were set before the walkthrough was known only when another part changes.
      assert.deepEqual(completionEvents.slice(1), [`onContext:${key} && activeEditor == 'gettingStartedPage'`]);
    }
  });

  it("lets no workspace change what guards money and data", () => {
    const { properties } = manifest.contributes.configuration;
    for (const [name, { scope }] of Object.entries(properties)) {
      if (name !== "prospectDesk.exports.folder") {
        assert.equal(scope, "application", `${name} must not be a workspace's to change`);
      }
    }
    assert.ok(
      !Object.keys(properties).some((name) => /url|origin|host|key|endpoint/i.test(name)),
      "there is no setting for the address or the key",
    );
  });

  it("asks for no newer VS Code than its types describe", () => {
    assert.equal(manifest.engines.vscode, "^1.105.0");
    assert.match(manifest.devDependencies["@types/vscode"] ?? "", /^~?1\.105/);
  });

  it("bundles everything: nothing is installed at run time", () => {
    assert.equal(manifest.dependencies, undefined);
  });
});

describe("links to files", () => {
  const pages = readdirSync("docs").map((name) => `docs/${name}`);
  for (const document of ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...pages]) {
    it(`in ${document} lead somewhere`, () => {
      const targets = [...readFileSync(document, "utf8").matchAll(/\]\(([^)#]+)\)/gu)].map(
        ([, target]) => target ?? "",
      );
      assert.deepEqual(
        targets.filter((target) => !existsSync(path.join(path.dirname(document), target))),
        [],
      );
    });
  }
});

// A search that is open as text: what the diagnostics say beside VS Code's own, and the quick fixes of wrong names.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import path from "node:path";
import type * as Product from "../../../src/workbench/searchText/registerSearchText";
import { importWithVscode } from "./bundleWithVscode";

interface Said {
  readonly range: unknown;
  readonly message: string;
}
interface Fix {
  readonly title: string;
  readonly edit: { readonly replaced: unknown };
}

const folder = path.resolve("dist", "test", `searchTextProblems-${process.pid}`);
const disposable = { dispose: () => undefined };

describe("a search as text", () => {
  let said: readonly Said[] = [];
  let fixer: { provideCodeActions: (document: object, range: unknown, context: object) => readonly Fix[] };
  let validates = true;
  let isInstalled = true;
  let product: typeof Product;
  const documents: object[] = [];

  before(async () => {
    const listens = (): object => disposable;
    const fake = {
      extensions: { getExtension: () => (isInstalled ? {} : undefined) },
      languages: {
        createDiagnosticCollection: () => ({ set: (_uri: unknown, all: readonly Said[]) => void (said = all) }),
        registerCodeLensProvider: listens,
        registerCodeActionsProvider: (_documents: unknown, provider: typeof fixer) => ((fixer = provider), disposable),
      },
      workspace: {
        textDocuments: documents,
        fs: { isWritableFileSystem: () => true },
        getConfiguration: () => ({ get: () => validates }),
        createFileSystemWatcher: () => ({ onDidDelete: listens }),
        ...Object.fromEntries(
          ["onDidDeleteFiles", "onDidRenameFiles", "onDidOpenTextDocument"].map((name) => [name, listens]),
        ),
        ...Object.fromEntries(
          ["onDidChangeTextDocument", "onDidCreateFiles", "onDidSaveTextDocument"].map((name) => [name, listens]),
        ),
        onDidCloseTextDocument: listens,
      },
      Range: class {
        constructor(
          readonly start: number,
          readonly end: number,
        ) {}
      },
      Diagnostic: class {
        constructor(
          readonly range: unknown,
          readonly message: string,
        ) {}
      },
      DiagnosticSeverity: { Error: 0, Warning: 1 },
      CodeAction: class {
        constructor(readonly title: string) {}
      },
      CodeActionKind: { QuickFix: "quickfix" },
      WorkspaceEdit: class {
        replaced: unknown;
        replace(_uri: unknown, { start, end }: { readonly start: number; readonly end: number }, text: string): void {
          this.replaced = [start, end, text];
        }
      },
    };
    const files = ["src/workbench/searchText/registerSearchText.ts"];
    product = (await importWithVscode(files, folder, fake)) as typeof Product;
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => {
    [validates, isInstalled] = [true, true];
  });

  const messages = (): readonly string[] => said.map(({ message }) => message);

  function open(text: string, languageId = "json"): object {
    const at = (place: number): number => place;
    const uri = { scheme: "file", path: "/a.prospect.json" };
    const document = { uri, languageId, getText: () => text, positionAt: at, offsetAt: at };
    documents.splice(0, documents.length, document);
    product.registerSearchText();
    return document;
  }

  it("leaves what is no JSON, and names that occur twice, to VS Code, unless it does not check the text", () => {
    const broken = '{ "search": "company" "filters": {} }';
    open(broken);
    assert.deepEqual(messages(), []);
    open(broken, "jsonc");
    assert.deepEqual(messages(), ["A comma is missing between two entries."]);
    const twice = '{ "search": "company", "filters": {}, "filters": {} }';
    open(twice);
    assert.deepEqual(messages(), []);
    open(twice, "jsonc");
    assert.deepEqual(messages(), ["“filters” occurs twice here. Merge both or remove one."]);
    open("");
    assert.match(messages().join(), /^This file is empty/u);
    validates = false;
    open(broken);
    assert.equal(messages().length, 1);
    [validates, isInstalled] = [true, false];
    open(broken);
    assert.equal(messages().length, 1);
  });

  it("offers the filter that a wrong name may mean", () => {
    const text = '{ "search": "company", "filters": { "industry": [{ "value": "Retail" }], "zzz": [] }, "fetc": {} }';
    const document = open(text);
    assert.equal(messages().length, 3);
    const fixes = fixer.provideCodeActions(document, undefined, { diagnostics: said });
    assert.deepEqual(
      fixes.map(({ title, edit }) => [title, edit.replaced]),
      [
        ['"industry"', "industries"],
        ['"fetc"', "fetch"],
      ].map(([wrong = "", name]) => {
        const start = text.indexOf(wrong);
        return [`Change to “${name}”`, [start, start + wrong.length, `"${name}"`]];
      }),
    );
  });
});

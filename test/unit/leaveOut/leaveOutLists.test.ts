// Leave-out lists as files in a window: found, read, and in force, over a real database.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { Uri } from "vscode";
import type { App } from "../../../src/app/app";
import { ListProblem } from "../../../src/app/listFiles";
import { previewSearch } from "../../../src/app/planSearch";
import type { RunPlan } from "../../../src/runs/plan";
import { LeaveOutLists, reloadLists } from "../../../src/workbench/leaveOut/leaveOutLists";
import { useVscode } from "../../support/vscode";
import { newFolder, openTestStore, removeFolders, type TestStore } from "../store/rig";

describe("leave-out lists", function () {
  const vscode = useVscode();
  let folder: string;
  let opened: ReturnType<typeof openTestStore>;
  let store: TestStore;
  let lists: LeaveOutLists;
  let search: Uri;
  let fired: number;

  const place = (name: string): string => path.join(folder, "work", name);
  const write = (name: string, text: string): void => fs.writeFileSync(place(name), text);
  const everywhere = (...names: string[]): void =>
    void vscode.settings.set(
      "leaveOut.lists",
      names.map((name) => place(name)),
    );

  beforeEach(() => {
    folder = newFolder();
    fs.mkdirSync(place("sub"), { recursive: true });
    search = Uri.file(place("sub/Berlin.prospect.json"));
    useDisk();
    vscode.settings.clear();
    opened = openTestStore();
    ({ store } = opened);
    lists = new LeaveOutLists(store, (line) => assert.fail(line));
    fired = 0;
    lists.onDidChange(() => (fired += 1));
  });
  afterEach(async () => {
    lists.dispose();
    await opened.close();
  });
  after(removeFolders);

  /** The workspace is a folder on the disk. */
  function useDisk(): void {
    const root = { uri: Uri.file(place("")).path.replace(/\/$/u, "") };
    const workspaceFolder = { uri: Uri.file(root.uri) };
    vscode.folders = [workspaceFolder.uri];
    Object.assign(vscode.workspace, {
      getWorkspaceFolder: (uri: Uri) => (uri.path.startsWith(root.uri) ? workspaceFolder : undefined),
      asRelativePath: (uri: Uri) => path.basename(uri.path),
      fs: {
        stat: async ({ fsPath }: Uri) => {
          const stat = await fs.promises.stat(fsPath).catch(() => {
            throw Object.assign(new Error("missing"), { code: "FileNotFound" });
          });
          return { size: stat.size };
        },
        readFile: ({ fsPath }: Uri) => fs.promises.readFile(fsPath),
        writeFile: ({ fsPath }: Uri, bytes: Uint8Array) => fs.promises.writeFile(fsPath, bytes),
      },
    });
  }

  const problemOf = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ListProblem, String(error));
    return error.message;
  };

  const naming = (leaveOut: readonly string[]) => ({
    document: { search: "people" as const, filters: {}, fetch: {}, leaveOut },
    title: "Berlin",
    source: search.toString(),
  });

  const stored = async (): Promise<readonly unknown[]> =>
    (await store.leaveOut.lists()).map(({ uri, everywhere: isEverywhere, counts }) => [
      path.basename(uri),
      isEverywhere,
      counts,
    ]);

  it("are in force again before anything is looked up or run after everything was purged", async () => {
    write("customers.csv", "Website\nacme.example\n");
    write("never.txt", "northwind.example\n");
    everywhere("never.txt");
    const isLeftOut = async (domain: string, of?: readonly string[]): Promise<boolean> =>
      (await store.lookups.findAnswer({ kind: "company", origin: "", identifiers: { domain } }, of))?.kind ===
      "leftOut";
    const { ofSearch } = await lists.reload(naming(["../customers.csv"]));
    await store.retention.purgeEverything({ now: Date.now() });
    await lists.reload();
    assert.ok(await isLeftOut("northwind.example"));
    await lists.reload(naming(["../customers.csv"]));
    assert.ok(await isLeftOut("acme.example", ofSearch));
    await store.retention.purgeEverything({ now: Date.now() });
    await lists.reloadAll();
    assert.ok(await isLeftOut("northwind.example"));
  });

  it("plans what is sent and what is filtered here; the setting limits what is sent", async () => {
    write("customers.csv", "Website\nacme.example\nnorthwind.example\n");
    write("never.txt", "jo@acme.example\nacme.example\n");
    everywhere("never.txt");
    let sentItems = 100;
    const app = {
      lists,
      clock: { now: () => 0 },
      settings: async () => ({ sentItems }),
      runs: { list: async () => [] },
      budgets: { price: async () => ({ perRecord: 1, known: true }) },
    } as unknown as App;
    const counts = async (...names: string[]): Promise<RunPlan & { readonly leaveOut?: unknown }> =>
      previewSearch(app, naming(names), undefined);
    const both = await counts("../customers.csv");
    assert.deepEqual(both.leaveOut, { sent: 2, local: 1 }, "an entry in two lists counts once; emails have no field");
    sentItems = 1;
    assert.deepEqual((await counts("../customers.csv")).leaveOut, { sent: 1, local: 2 });
    sentItems = 0;
    assert.deepEqual((await counts("../customers.csv")).leaveOut, { sent: 0, local: 3 });
    assert.equal((await counts("gone.csv")).leaveOut, undefined, "the page says what is wrong with the list");
    assert.match(await problemOf(lists.reload(naming(["gone.csv"]))), /gone\.csv does not exist/u);
  });

  it("refuses a missing list, and files outside the workspace, also by a link", async () => {
    fs.writeFileSync(path.join(folder, "secret.txt"), "acme.example\n");
    fs.symlinkSync(path.join(folder, "secret.txt"), place("link.txt"));
    assert.match(await problemOf(lists.reload(naming(["gone.csv"]))), /gone\.csv does not exist/u);
    assert.match(await problemOf(lists.reload(naming(["../../secret.txt"]))), /outside the workspace/u);
    assert.match(await problemOf(lists.reload(naming(["../link.txt"]))), /outside the workspace/u);
    assert.deepEqual(await stored(), []);
  });

  it("reads a changed list again, and drops a list for every search that the settings no longer name", async () => {
    write("never.txt", "acme.example\n");
    everywhere("never.txt");
    await lists.reloadAll();
    assert.deepEqual(await stored(), [["never.txt", true, { domain: 1 }]]);
    write("never.txt", "acme.example\nnorthwind.example\n");
    await lists.reloadAll();
    assert.deepEqual(await stored(), [["never.txt", true, { domain: 2 }]]);
    assert.equal(fired, 2, "views are told");
    fs.rmSync(place("never.txt"));
    assert.equal((await lists.reloadAll()).length, 1);
    assert.deepEqual(await stored(), [["never.txt", true, { domain: 2 }]], "the last entries hold");
    everywhere();
    await lists.reloadAll();
    assert.equal((await store.leaveOut.lists()).filter((one) => one.everywhere).length, 0);
  });

  it("are read for a preview without being in force", async () => {
    write("customers.txt", "acme.example\n");
    assert.equal((await lists.read(naming(["../customers.txt"]))).entries.length, 1);
    assert.deepEqual([await stored(), fired], [[], 0]);
  });

  it("tell views only when what they hide has changed, and Reload Lists always", async () => {
    write("customers.txt", "acme.example\n");
    await lists.reload(naming(["../customers.txt"]));
    await lists.reload(naming(["../customers.txt"]));
    assert.equal(fired, 1);
    fs.rmSync(place("customers.txt"));
    await reloadLists(lists);
    assert.equal(fired, 2);
    assert.deepEqual(
      vscode.shown.map(({ what, args }) => [what, args[0]]),
      [["showWarningMessage", "The leave-out list customers.txt does not exist. Entries as last read are left out."]],
    );
  });
});

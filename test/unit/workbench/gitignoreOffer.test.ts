// The offer to add exported files to .gitignore, in workspaces whose .gitignore is not what it seems.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { Uri } from "vscode";
import { ignoreOffer } from "../../../src/workbench/exporting/exportNotice";
import { useVscode } from "../../support/vscode";
import { newFolder, removeFolders } from "../store/rig";

describe("the offer to ignore exports", () => {
  const vscode = useVscode({ readsDisk: true });
  let root: string;
  let ignoreFile: string;
  const remembered = new Map<string, unknown>();
  const memory = {
    get: (key: string) => remembered.get(key),
    update: async (key: string, value: unknown) => void remembered.set(key, value),
  };

  before(() => {
    vscode.workspace["getWorkspaceFolder"] = () => ({ uri: Uri.file(root) });
  });
  beforeEach(() => {
    root = path.join(newFolder(), "workspace");
    ignoreFile = path.join(root, ".gitignore");
    fs.mkdirSync(path.join(root, ".git"), { recursive: true });
    remembered.clear();
  });
  after(removeFolders);

  const offer = (file = "exports/people.csv"): ReturnType<typeof ignoreOffer> =>
    ignoreOffer(Uri.file(path.join(root, file)), memory as never);

  it("adds the folder once", async () => {
    const { sentence, button } = (await offer()) ?? {};
    assert.deepEqual(
      [sentence, button?.label],
      ["Exported records contain personal data.", "Add exports/ to .gitignore"],
    );
    await button?.add();
    assert.match(fs.readFileSync(ignoreFile, "utf8"), /^\/exports\/$/m);
    fs.rmSync(ignoreFile);
    assert.equal(await offer(), undefined);
  });

  it("leaves a link and what it leads to as they are, and says that Git may not ignore the exports", async () => {
    const outside = path.join(path.dirname(root), "authorized_keys");
    fs.writeFileSync(outside, "mine\n");
    fs.symlinkSync("../authorized_keys", ignoreFile);
    const { sentence, button } = (await offer("$(id)/people.csv")) ?? {};
    assert.match(
      String(sentence),
      /Git ignores \$.\(id\)\/: \.gitignore is a link or cannot be read, so it was not changed\.$/u,
    );
    assert.equal(button, undefined);
    assert.equal(fs.readFileSync(outside, "utf8"), "mine\n");
    assert.ok(fs.lstatSync(ignoreFile).isSymbolicLink());
  });

  it("is not made for a folder whose name has several lines", async () => {
    assert.equal(await offer("a\n!secret/people.csv"), undefined);
    assert.equal(fs.existsSync(ignoreFile), false);
  });
});

// The leave-out lists of processes without VS Code: read at every action, within the workspace, and never skipped.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { callTool, previewTool } from "../../../src/agents/callTool";
import { runSearchTool } from "../../../src/agents/tools/searchTools";
import type { AppSearch } from "../../../src/app/app";
import { createHeldLists } from "../../../src/app/headless/heldLists";
import { fileUriOf } from "../../../src/app/headless/nodeFiles";
import { useRigs, fact, type AgentRig } from "../agents/agentRig";

describe("leave-out lists without VS Code", () => {
  const rig = useRigs();
  let one: AgentRig;
  beforeEach(() => {
    one = rig({ creditsPerDay: 1_000 });
  });

  const searchWith = (leaveOut: readonly string[], file = "a.prospect.json"): AppSearch => ({
    title: "A",
    document: { search: "people", filters: {}, fetch: {}, leaveOut },
    source: fileUriOf(path.join(one.folder, file)),
  });

  it("are relative to their search, and their entries are stored", async () => {
    one.write("lists/customers.csv", "Domain\nacme.example\nnorthwind.example\n");
    const held = await one.app.lists.forSearch(searchWith(["../lists/customers.csv"], "searches/a.prospect.json"));
    assert.deepEqual(
      held.entries.map(({ value }) => value),
      ["acme.example", "northwind.example"],
    );
    assert.deepEqual(
      (await one.store.leaveOut.lists()).map(({ uri, everywhere }) => [uri, everywhere]),
      [[fileUriOf(path.join(one.folder, "lists/customers.csv")), false]],
    );
  });

  it("are refused outside the workspace, also by a link, and when they are no files", async () => {
    const outside = path.join(path.dirname(one.folder), "private");
    mkdirSync(outside);
    writeFileSync(path.join(outside, "list.txt"), "acme.example\n");
    symlinkSync(path.join(outside, "list.txt"), path.join(one.folder, "link.txt"));
    mkdirSync(path.join(one.folder, "folder"));
    for (const named of ["../private/list.txt", "link.txt"]) {
      await assert.rejects(one.app.lists.forSearch(searchWith([named])), /outside the workspace/u, named);
    }
    await assert.rejects(one.app.lists.forSearch(searchWith(["folder"])), /not a file/u);
    await assert.rejects(one.app.lists.forSearch(searchWith(["none.txt"])), /does not exist/u);
  });

  describe("of a run that resumes", () => {
    const write = (...names: string[]): void =>
      one.write("a.prospect.json", JSON.stringify({ search: "people", filters: {}, leaveOut: names }));
    const stopped = async (): Promise<unknown> => {
      one.write("before.txt", "acme.example\n");
      one.write("added.txt", "northwind.example\n");
      write("before.txt");
      const input = { file: "a.prospect.json", records: 2, max_credits: 100 };
      return fact(await one.call("run_search", input), "run");
    };
    const resume = async (run: unknown) => {
      const preview = await previewTool(one.app, runSearchTool, { resume: run, records: 2 });
      const { text } = await one.call("run_search", { resume: run, records: 2, max_credits: 100 });
      const names = (await one.app.runs.summary(String(run)))?.header.leaveOut?.map(({ uri }) => path.basename(uri));
      return { names, text, sentence: "preview" in preview ? preview.preview?.sentence : undefined };
    };
    const changes =
      "Leave-out lists added to the search after this run started: added.txt. What they name is hidden, but the " +
      "service may charge for it.";

    it("are those that its search names now: asked about whatever the budget, and named in the answer", async () => {
      one = rig({ creditsPerDay: 1_000, answer: "yes" });
      const run = await stopped();
      write("before.txt", "added.txt");
      const { names, text, sentence } = await resume(run);
      assert.deepEqual(names, ["before.txt", "added.txt"]);
      assert.ok(text.includes(changes), text);
      assert.equal(one.asked.length, 1);
      assert.ok(sentence?.endsWith(changes), sentence);
    });

    it("are its own ones when the search is gone or cannot be understood", async () => {
      const run = await stopped();
      for (const content of ["{", undefined]) {
        if (content === undefined) {
          rmSync(path.join(one.folder, "a.prospect.json"));
        } else {
          one.write("a.prospect.json", content);
        }
        const { names, text } = await resume(run);
        assert.deepEqual(names, ["before.txt"]);
        assert.ok(!text.includes("Leave-out lists"), text);
      }
    });
  });

  it("for every search hold for runs and lookups of any process", async () => {
    one.write("everyone.txt", "acme.example\n");
    const uri = fileUriOf(path.join(one.folder, "everyone.txt"));
    await one.store.leaveOut.save({ uri, hash: "old", everywhere: true, entries: [], at: 0 });
    const refused = await one.call("look_up", { kind: "company", text: "acme.example" });
    assert.match(refused.text, /leave-out list, so nothing was requested/u);
    assert.deepEqual(one.paid, []);
    assert.deepEqual((await one.store.leaveOut.lists())[0]?.everywhere, true);
  });

  it("of one search do not hold for others, although their entries are stored", async () => {
    one.write("customers.txt", "acme.example\n");
    await one.app.lists.forSearch(searchWith(["customers.txt"]));
    assert.deepEqual((await one.app.lists.everywhere()).entries, []);
    one.write("partners.txt", "northwind.example\n");
    const { entries, ofSearch } = await one.app.lists.forSearch(searchWith(["partners.txt"]));
    assert.deepEqual(
      [entries.map(({ value }) => value), ofSearch.map(({ uri }) => path.basename(uri))],
      [["northwind.example"], ["partners.txt"]],
    );
  });

  it("are read up to 50 MB", async () => {
    const start = "acme.example\n#";
    one.write("large.txt", start.padEnd(50_000_000, "-"));
    const { entries } = await one.app.lists.forSearch(searchWith(["large.txt"]));
    assert.deepEqual(
      entries.map(({ value }) => value),
      ["acme.example"],
    );
    one.write("large.txt", start.padEnd(50_000_001, "-"));
    await assert.rejects(one.app.lists.forSearch(searchWith(["large.txt"])), /is larger than 50 MB\./u);
  });

  it("stop a run when they change while it waits for an answer", async () => {
    one.write("customers.txt", "acme.example\n");
    one.write("a.prospect.json", JSON.stringify(searchWith(["customers.txt"]).document));
    const asking = {
      ...one.app,
      settings: () => Promise.resolve({ creditsPerDay: 0, creditsPerMonth: null, sentItems: 100 }),
    };
    const changing = {
      ...asking,
      ask: () => {
        one.write("customers.txt", "acme.example\nnorthwind.example\n");
        return Promise.resolve("yes" as const);
      },
    };
    const call = { signal: new AbortController().signal, onProgress: () => undefined };
    const result = await callTool(changing, runSearchTool, { file: "a.prospect.json", max_credits: 100 }, call);
    assert.equal((fact(result, "stop") as { readonly kind: string } | null)?.kind, "listChanged", result.text);
    assert.deepEqual(one.paid, []);
  });

  it("that name the same count once, and say when they have changed, are gone, or cannot be read", async () => {
    one.write("a.txt", "acme.example\n");
    one.write("b.tsv", "Domain\tName\nacme.example\tAcme\nnorthwind.example\tNorthwind\n");
    const held = await one.app.lists.forSearch(searchWith(["a.txt", "b.tsv", "a.txt"]));
    assert.deepEqual(
      held.entries.filter(({ kind }) => kind === "domain").map(({ value }) => value),
      ["acme.example", "northwind.example"],
    );
    assert.deepEqual(
      held.ofSearch.map(({ uri }) => path.basename(uri)),
      ["a.txt", "b.tsv"],
    );
    assert.equal(await held.check(), undefined);
    one.write("b.tsv", "Domain\nother.example\n");
    assert.equal(await held.check(), "The leave-out list “b.tsv” has changed. Resuming uses it as it is now.");
    rmSync(path.join(one.folder, "a.txt"));
    const gone = "The leave-out list “a.txt” does not exist.";
    assert.equal(await held.check(), gone);
  });

  it("that are on no disk are refused, and those of a search without a file are in the first folder", async () => {
    await assert.rejects(one.app.lists.forRun([{ uri: "vscode-vfs://remote/list.txt", hash: "" }]), {
      message: "A leave-out list is not a file of this machine, so it cannot be read here. Nothing was sent.",
      reason: "list",
    });
    one.write("here.txt", "acme.example\n");
    const { document } = searchWith(["here.txt"]);
    const { ofSearch } = await one.app.lists.forSearch({ title: "A", document });
    assert.deepEqual(
      ofSearch.map(({ uri }) => uri),
      [fileUriOf(path.join(one.folder, "here.txt"))],
    );
    const nowhere = createHeldLists(one.store, one.clock, []);
    await assert.rejects(nowhere.forSearch({ title: "A", document }), {
      message: "Open the folder of the leave-out lists first: they are relative to it.",
    });
    assert.equal((await nowhere.forSearch(searchWith(["here.txt"]))).entries.length, 1, "beside the search itself");
    one.write("broken.csv", 'Domain\n"acme.example\n');
    await assert.rejects(one.app.lists.forSearch(searchWith(["broken.csv"])), {
      message: /^The leave-out list “broken\.csv” cannot be read: .*\.$/u,
    });
  });

  it("are stored again only when their file has changed", async () => {
    one.write("a.txt", "acme.example\n");
    const stored = async () => (await one.store.leaveOut.lists()).map(({ everywhere, hash }) => [everywhere, hash]);
    await one.app.lists.forSearch(searchWith(["a.txt"]));
    const [[isEverywhere, hash] = []] = await stored();
    assert.equal(isEverywhere, false);
    await one.store.leaveOut.setEverywhere([fileUriOf(path.join(one.folder, "a.txt"))]);
    assert.deepEqual((await one.app.lists.everywhere()).ofSearch, [], "a list for every search is of none");
    assert.deepEqual(await stored(), [[true, hash]]);
    one.write("a.txt", "northwind.example\n");
    const { entries } = await one.app.lists.everywhere();
    assert.deepEqual(
      entries.map(({ value }) => value),
      ["northwind.example"],
    );
    const [[still, other] = []] = await stored();
    assert.deepEqual([still, other === hash], [true, false]);
  });
});

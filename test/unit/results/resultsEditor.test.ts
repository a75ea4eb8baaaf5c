// The results editor around a tab: which run it shows, its first line, runs that are deleted, a damaged database.
import assert from "node:assert/strict";
import { TabInputCustom, Uri } from "vscode";
import type { RowSource } from "../../../src/app/rowSource";
import type { StoredRun } from "../../../src/store/runs";
import { storeError } from "../../../src/store/storeError";
import { commandIds } from "../../../src/workbench/commandIds";
import { exportCommands } from "../../../src/workbench/commands/exportCommands";
import { CommandTargets } from "../../../src/workbench/targets/commandTargets";
import type { Call } from "../../../webview-ui/messages/procedures";
import type { ResultsProcedures } from "../../../webview-ui/messages/results";
import { until } from "../../support/until";
import { addPage, beginRun, now, openCall, owner } from "../store/rig";
import { replacing, search, TabRig, type Tab } from "./tabRig";

describe("the results editor", function () {
  const rig = new TabRig();
  const { vscode, asked } = rig;
  const openTab = (query?: string): Promise<Tab> => rig.openTab(query);
  const runOf = rig.runOf.bind(rig);
  const views = (): number => rig.desk.db.all("select name from temp.sqlite_master where name <> 'reply'").length;
  const deleteRun = (run: StoredRun): Promise<void> => rig.runs.delete(run.id);
  const shows = async (tab: Tab, run: StoredRun): Promise<void> => {
    await until(() => tab.state().header.run === run.id);
  };
  const showRun = (tab: Tab, run: StoredRun): Promise<void> => {
    tab.call({ name: "showRun", payload: { run: run.id } });
    return shows(tab, run);
  };

  it("shows a run, and releases it when the tab is closed", async () => {
    const run = await runOf(3, ["a"]);
    const tab = await openTab();
    assert.deepEqual([tab.state().header.run, rig.shown.visibilityOf(run.id)], [run.id, "visible"]);
    tab.close();
    assert.deepEqual([rig.shown.visibilityOf(run.id), views()], ["closed", 0]);
  });

  describe("with more to fetch", () => {
    async function refused(tab: Tab, call: Call<ResultsProcedures>): Promise<void> {
      const before = tab.posted.length;
      const since = (): readonly string[] => tab.posted.slice(before).map(({ name }) => name);
      tab.call(call);
      await until(() => since().includes("notice"));
      assert.ok(since().includes("run"), "the footer is current");
      assert.deepEqual(asked, []);
    }
    const metadata = { total: 300, credits: 2 };
    beforeEach(() => rig.learnPrice());

    it("fetches only what the page showed with its price", async () => {
      const run = await runOf(3, ["a", "b"], { kind: "limitReached" }, metadata);
      const tab = await openTab();
      const before = tab.state().run.state;
      rig.learnPrice(2);
      await refused(tab, { name: "fetchMore", payload: { state: before } });
      await refused(tab, { name: "export", payload: { scope: "everything", state: before } });
      const { state, moreCreditsAbout, everything } = tab.state().run;
      assert.deepEqual([moreCreditsAbout, everything], [200, { total: 300, creditsAbout: 596 }]);
      await refused(tab, { name: "resume", payload: { state } });
      tab.call({ name: "fetchMore", payload: { state } });
      tab.call({ name: "export", payload: { scope: "everything", state } });
      await until(() => asked.length === 2);
      assert.deepEqual(asked, [
        ["fetchMore", run.id, 100],
        ["export", run.id, { kind: "everything" }],
      ]);
    });

    it("does not resume or fetch all when another window has continued the run", async () => {
      const run = await runOf(3, ["a", "b"], { kind: "cancelled" }, metadata);
      const tab = await openTab();
      const { state } = tab.state().run;
      tab.call({ name: "resume", payload: { state } });
      await until(() => asked.length === 1);
      assert.deepEqual(asked.splice(0), [["resume", run.id]]);
      const { runs: stored } = rig.store;
      await stored.take(run.id, { owner: "other window", now: now, ms: 60_000 });
      await refused(tab, { name: "resume", payload: { state } });
      await stored.stop(run.id, "other window", { kind: "limitReached" }, now);
      await refused(tab, { name: "resume", payload: { state } });
      await refused(tab, {
        name: "export",
        payload: { scope: "everything", state },
      });
      assert.notEqual(tab.state().run.state, state);
    });
  });

  describe("of a search", () => {
    it("shows the newest run with records, and lists all of them", async () => {
      const [first, second, empty] = [await runOf(3, ["a", "b"]), await runOf(4, ["a"]), await runOf(5, [])];
      const { header, view } = (await openTab()).state();
      assert.deepEqual([header.title, header.run, view.count], ["engineers", second.id, 1]);
      assert.deepEqual(
        header.runs.map(({ id }) => id),
        [empty.id, second.id, first.id],
      );
      assert.match(header.runs[1]?.what ?? "", /^Engineers · Complete · 1 record · 1 credit$/);
      assert.deepEqual([header.canEditSearch, header.canRunAgain, header.canRename], [true, true, true]);
      await runOf(6, ["c"]);
      assert.equal((await openTab()).state().header.run, second.id, "the tab stays with the run it has shown");
    });

    it("shows the run that is chosen, keeps filters and sort, and remembers it", async () => {
      const [first, second] = [await runOf(3, ["a", "b", "c"]), await runOf(4, ["a", "b"])];
      const tab = await openTab();
      const { revision } = await tab.arrange({ filter: "company b", sort: { column: "name", descending: true } });
      await showRun(tab, first);
      const { view } = tab.state();
      assert.deepEqual(
        [view.filter, view.sort, view.count, view.records, view.revision > revision],
        ["company b", { column: "name", descending: true }, 1, 3, true],
      );
      assert.deepEqual([rig.shown.visibilityOf(first.id), rig.shown.visibilityOf(second.id)], ["visible", "closed"]);
      tab.close();
      assert.equal((await openTab()).state().header.run, first.id, "also after the window was reloaded");
    });

    it("shows the first records of a run that has more than are asked for, until all of them are wanted", async () => {
      const run = await runOf(3, ["a", "b", "c"]);
      const tab = await openTab();
      rig.shown.show({ kind: "search", source: search }, { run: run.id, first: 2 });
      await until(() => tab.state().view.count === 2);
      assert.deepEqual(
        [tab.state().run.sentence, tab.state().run.actions],
        ["The first 2 of 3 records of this run · nothing was paid now", ["showAll"]],
      );
      tab.call({ name: "export", payload: { scope: "all" } });
      await until(() => asked.length === 1);
      tab.call({ name: "showAll" });
      await until(() => tab.state().view.count === 3);
      assert.ok(!tab.state().run.actions.includes("showAll"));
    });

    it("ignores runs of other searches", async () => {
      const run = await runOf(3, ["a"]);
      const other = await beginRun(rig.store, "company", { source: "file:///w/other.prospect.json" });
      const tab = await openTab();
      tab.call({ name: "showRun", payload: { run: other.id } });
      tab.call({ name: "showRun", payload: { run: "nonsense" } });
      tab.call({ name: "getValues", payload: { text: "" } });
      assert.deepEqual([tab.state().header.run, asked], [run.id, []]);
    });

    it("is compared with the newest run that covers the same", async () => {
      const first = await runOf(2, ["a", "b", "c", "d"]);
      await runOf(3, ["x"], { kind: "cancelled" });
      await runOf(4, ["a", "b", "new"]);
      const tab = await openTab();
      await until(() => tab.state().header.changes !== undefined);
      const { comparedTo, runs, changes } = tab.state().header;
      assert.deepEqual(
        [comparedTo, changes],
        [runs.find(({ id }) => id === first.id)?.when, { new: 1, changed: 0, gone: 2, remark: undefined }],
      );
    });

    it("shows a new run as soon as it is told to, and compares it once it has stopped", async () => {
      const first = await runOf(3, ["a"]);
      const tab = await openTab();
      const next = await beginRun(rig.store, "company", {
        id: "20260106T120000000-0123456789ab",
        source: search,
        task: { kind: "companySearch", filters: {} },
      });
      rig.shown.show({ kind: "search", source: search }, { run: next.id });
      await shows(tab, next);
      assert.equal(tab.state().header.comparedTo, undefined);
      await addPage(rig.store, next, [{ id: "b", name: "B" }]);
      await rig.store.runs.stop(next.id, owner, { kind: "complete" }, now);
      rig.runs.notify({ id: next.id, kind: "changed" });
      await until(() => tab.state().header.changes !== undefined);
      const { comparedTo, runs, changes } = tab.state().header;
      assert.deepEqual([comparedTo, changes?.new], [runs.find(({ id }) => id === first.id)?.when, 1]);
    });

    it("shows the page that arrives while the tab is being opened, though no other one follows", async () => {
      const run = await beginRun(rig.store, "company", {
        id: "20260106T120000000-0123456789ab",
        source: search,
        task: { kind: "companySearch", filters: {} },
      });
      const add = (id: string) => addPage(rig.store, run, [{ id, name: id }], { metadata: { total: 300, credits: 1 } });
      await add("a");
      rig.activity = { runId: run.id, fetched: 1, wanted: 300, stopping: false };
      const { views } = rig.store;
      const openAndAdd: typeof views.open = async (...call) => {
        const view = await views.open(...call);
        await add("b");
        rig.runs.notify({ id: run.id, kind: "changed" });
        return view;
      };
      rig.openEditor(replacing(rig.store, "views", replacing(views, "open", openAndAdd)));
      const tab = await openTab();
      await until(() => /^2 of 300 /u.test(tab.state().run.sentence) && tab.state().view.count === 2);
    });

    it("shows the last run that it was told to show, though an earlier one is opened late", async () => {
      const [first, second] = [await runOf(3, ["a"]), await runOf(4, ["b"]), await runOf(5, ["c"])];
      const { views } = rig.store;
      let opened: (() => void) | undefined;
      let isLate = false;
      const openLate: typeof views.open = async (...call) => {
        if (isLate) {
          isLate = false;
          await new Promise<void>((resolve) => (opened = resolve));
        }
        return views.open(...call);
      };
      rig.openEditor(replacing(rig.store, "views", replacing(views, "open", openLate)));
      const tab = await openTab();
      const address = { kind: "search", source: search } as const;
      isLate = true;
      rig.shown.show(address, { run: second.id });
      await until(() => opened !== undefined);
      rig.shown.show(address, { run: first.id });
      opened?.();
      await shows(tab, first);
      await tab.settled();
      assert.deepEqual([tab.state().header.run, rig.shown.chosenAt(address).run], [first.id, first.id]);
    });

    it("shows the next older run when its run is deleted, and in the end that there is none", async () => {
      const [first, second, third] = [await runOf(3, ["a"]), await runOf(4, ["b"]), await runOf(5, ["c"])];
      const tab = await openTab();
      await showRun(tab, second);
      await deleteRun(second);
      await shows(tab, first);
      await deleteRun(first);
      await shows(tab, third);
      await deleteRun(third);
      await until(() => tab.isUnavailable());
      const { sentence, canEditSearch, canRunAgain } = tab.unavailable();
      assert.match(sentence, /^This run was deleted\. Run the search again/);
      assert.deepEqual([canEditSearch, canRunAgain], [true, true]);
      vscode.shown.length = 0;
      tab.call({ name: "runAgain" });
      tab.call({ name: "editSearch" });
      await until(() => vscode.shown.length === 2);
      assert.deepEqual(
        vscode.shown.map(({ what, args }) => [what, String(args[0])]),
        [
          ["prospectDesk.runSearch", search],
          ["vscode.openWith", search],
        ],
      );
      const again = await runOf(6, ["d"]);
      await until(() => !tab.isUnavailable());
      assert.equal(tab.state().header.run, again.id, "its next run is shown in the same tab");
    });

    it("is edited, run again, renamed and narrowed from the tab", async () => {
      const run = await runOf(3, ["a"]);
      const tab = await openTab();
      tab.call({ name: "editSearch" });
      tab.call({ name: "runAgain" });
      tab.call({ name: "renameSearch" });
      tab.call({ name: "narrowSearch", payload: { column: "country", values: ["Germany"] } });
      await until(() => asked.length === 4);
      assert.deepEqual(asked, [
        ["edit", run.id],
        ["runAgain", run.id],
        ["rename", run.id],
        ["narrow", run.id, "country", ["Germany"]],
      ]);
    });

    it("that does not exist any more cannot be run again, but edited as a new one; its run has a title", async () => {
      rig.documents.length = 0;
      await runOf(3, ["a"]);
      const { header } = (await openTab()).state();
      assert.deepEqual(
        [header.title, header.canEditSearch, header.canRunAgain, header.canRename],
        ["Engineers", true, false, true],
      );
    });

    it("continues under the name of a renamed search with the run and filters it showed", async () => {
      const first = await runOf(3, ["a", "b"]);
      await runOf(4, ["a", "b"]);
      const tab = await openTab();
      await showRun(tab, first);
      assert.equal((await tab.arrange({ filter: "company b" })).count, 1);
      const renamed = "file:///w/renamed.prospect.json";
      await rig.runs.moveSource(search, renamed);
      rig.shown.move({ kind: "search", source: search }, { kind: "search", source: renamed });
      const next = await openTab(`search=${renamed}`);
      assert.deepEqual([next.state().header.run, next.state().view.filter], [first.id, "company b"]);
    });
  });

  describe("of records of many runs", () => {
    const person = (id: string, name: string): object => ({
      id,
      full_name: name,
      headline: "Engineer",
      employment: { current: { title: "Engineer", company: { name: "Company a", domain: "a.example" } } },
    });
    async function peopleRun(people: readonly object[]): Promise<StoredRun> {
      const run = await beginRun(rig.store, "person", { title: "Engineers in Berlin" });
      await addPage(rig.store, run, people);
      rig.runs.notify({ id: run.id, kind: "changed" });
      return run;
    }

    it("shows what a text finds, one kind of record at a time, in its latest version", async () => {
      await runOf(3, ["a", "b"]);
      await peopleRun([person("p1", "Ada Byron"), person("p2", "Grace Hopper"), person("p3", "Alan Turing")]);
      await peopleRun([person("p1", "Ada Lovelace")]);
      const tab = await openTab("found=company a");
      const { header, view, recordKind, run } = tab.state();
      assert.deepEqual(
        [recordKind, view.count, header.title, header.run, header.canEditSearch, header.canRename, run.actions],
        ["person", 3, "Everything fetched: company a", "person", false, false, []],
      );
      assert.deepEqual(
        header.runs.map(({ id, when, what }) => [id, when, what]),
        [
          ["company", "Companies", "1 record"],
          ["person", "People", "3 records"],
        ],
      );
      tab.call({ name: "showRun", payload: { run: "company" } });
      await until(() => tab.state().recordKind === "company");
      assert.deepEqual([tab.state().view.count, tab.state().header.run], [1, "company"]);
      const latest = await openTab("found=lovelace");
      assert.equal(latest.state().view.count, 1);
      assert.equal((await openTab("found=byron")).state().view.count, 0, "an older version is not found");
    });

    it("says that there may be more records than those that are counted", async () => {
      const names = Array.from({ length: 501 }, (_none, at) => at);
      await runOf(
        3,
        names.map((at) => `a${at}`),
      );
      await peopleRun(names.map((at) => person(`p${at}`, `Ada Company ${at}`)));
      const { header, view } = (await openTab("found=company")).state();
      assert.deepEqual(
        header.runs.map(({ what }) => what),
        ["500 or more records", "501 or more records"],
      );
      assert.equal(view.count, 501);
    });

    it("follows what is fetched, and exports what it shows", async () => {
      await peopleRun([person("p1", "Ada Lovelace")]);
      const tab = await openTab("found=engineer");
      assert.equal(tab.state().view.count, 1);
      await peopleRun([person("p2", "Grace Hopper")]);
      await until(() => tab.state().view.count === 2);
      tab.call({ name: "export", payload: { scope: "all" } });
      await until(() => asked.length === 1);
      const view = { kind: "found", text: "engineer", recordKind: "person" };
      assert.deepEqual(asked, [
        ["export", { title: "Everything fetched: engineer", recordKind: "person", view }, { kind: "all" }],
      ]);
      tab.call({ name: "resume", payload: { state: "" } });
      tab.call({ name: "renameSearch" });
      tab.call({ name: "getValues", payload: { text: "" } });
      assert.deepEqual([asked.length, tab.state().view.count], [1, 2], "there is no run to continue");
    });

    it("marks rows with the lists that have them, at once, but not with the list shown", async () => {
      const run = await peopleRun([person("p1", "Ada Lovelace"), person("p2", "Grace Hopper")]);
      const { id } = await rig.recordLists.create("Candidates");
      const other = await rig.store.recordLists.create({ id: "other", name: "Berlin" });
      const [ada] = [run.no * 2 ** 32, run.no * 2 ** 32 + 1];
      const lists = async (tab: Tab): Promise<unknown> => (await tab.rows()).map((row) => row.lists);
      const ofRun = await openTab(run.id);
      assert.deepEqual(await lists(ofRun), [undefined, undefined]);
      await rig.recordLists.add(id, "person", [ada]);
      await rig.recordLists.add(other.id, "person", [ada]);
      const { revision } = ofRun.state().view;
      await until(() => ofRun.posted.filter(({ name }) => name === "rowsChanged").length === 2);
      assert.deepEqual(ofRun.posted.at(-1)?.payload, { revision });
      assert.deepEqual(await lists(ofRun), [["Berlin", "Candidates"], undefined]);
      assert.deepEqual(await lists(await openTab(`list=${id}`)), [["Berlin"]]);
    });

    it("is what commands export, and again; what needs a search says so", async () => {
      const run = await peopleRun([person("p1", "Ada Lovelace"), person("p2", "Grace Hopper")]);
      const { id } = await rig.recordLists.create("Candidates");
      await rig.recordLists.add(id, "person", [run.no * 2 ** 32, run.no * 2 ** 32 + 1]);
      await openTab(`list=${id}`);
      const clock = { now: () => now };
      const app = { runs: rig.runs, clock };
      const lists = rig.recordLists;
      const targets = new CommandTargets(app as never, {} as never, lists, rig.shown as never, {} as never);
      const ask =
        (name: string) =>
        async ({ title, view }: RowSource): Promise<void> =>
          void asked.push([name, title, view]);
      const exporter = { export: ask("export"), exportAgain: ask("again") };
      const commands = exportCommands({ targets, exporter } as never);
      const view = { kind: "list", list: id, recordKind: "person" };
      const uri = Uri.from({ scheme: "prospect-run", path: "/Candidates", query: `list=${id}` });
      vscode.activeTab = new TabInputCustom(uri, "");
      await commands[commandIds.exportRun]?.();
      await commands[commandIds.exportRun]?.(uri);
      await commands[commandIds.exportAgain]?.();
      const expected = ["export", "export", "again"].map((name) => [name, "Candidates", view]);
      assert.deepEqual(asked.splice(0), expected);
      vscode.shown.length = 0;
      await commands[commandIds.exportChanges]?.();
      assert.match(String(vscode.shown[0]?.args[0]), /^Only the results of a search can be compared/);
      vscode.activeTab = undefined;
      assert.deepEqual(asked, []);
    });

    it("shows a list of records until it is deleted", async () => {
      const run = await peopleRun([person("p1", "Ada Lovelace"), person("p2", "Grace Hopper")]);
      const { id } = await rig.recordLists.create("Candidates");
      const tab = await openTab(`list=${id}`);
      assert.deepEqual([tab.state().view.count, tab.state().header.canRename], [0, true]);
      assert.match(tab.state().run.noRows ?? "", /^This list is empty/);
      assert.equal(await rig.recordLists.add(id, "person", [run.no * 2 ** 32 + 1]), 1);
      await until(() => tab.state().view.count === 1);
      assert.equal(tab.state().recordKind, "person");
      vscode.answers.set("showInputBox", () => "Engineers");
      tab.call({ name: "renameSearch" });
      await until(() => tab.state().header.title === "Engineers");
      vscode.answers.set("showInputBox", () => "met in Berlin");
      const row = { revision: tab.state().view.revision, at: 0 };
      tab.call({ name: "editNote", payload: row });
      await until(() => vscode.shown.some(({ what }) => what === "showInputBox"));
      tab.call({ name: "removeFromList", payload: { ...row, revision: row.revision - 1 } });
      await until(() => tab.state().view.revision > row.revision);
      const [listed] = await rig.store.recordLists.listed("person", [run.no * 2 ** 32 + 1]);
      assert.deepEqual([listed?.note, tab.state().view.count, tab.state().header.isList], ["met in Berlin", 1, true]);
      const typed = { revision: tab.state().view.revision, at: 0, note: "met in Bonn" };
      tab.call({ name: "setNote", payload: typed });
      await until(() => tab.state().view.revision > typed.revision);
      const [again] = await rig.store.recordLists.listed("person", [run.no * 2 ** 32 + 1]);
      assert.equal(again?.note, "met in Bonn");
      tab.call({ name: "removeFromList", payload: { revision: tab.state().view.revision, at: 0 } });
      await until(() => tab.state().view.count === 0);
      await rig.recordLists.change((lists) => lists.remove(id));
      await until(() => tab.isUnavailable());
      assert.match(tab.unavailable().sentence, /^This list was deleted/);
    });
  });

  describe("with a tab for each run", () => {
    it("shows that run, and opens the others in tabs of their own", async () => {
      const [first, second] = [await runOf(3, ["a"]), await runOf(4, ["b"])];
      const tab = await openTab(first.id);
      assert.deepEqual([tab.state().header.run, tab.state().header.runs.length], [first.id, 2]);
      tab.call({ name: "showRun", payload: { run: second.id } });
      await until(() => asked.length > 0);
      assert.deepEqual([asked, tab.state().header.run], [[["open", second.id]], first.id]);
    });

    it("shows a look-up alone", async () => {
      const run = await beginRun(rig.store, "company", {
        ...{
          purpose: "lookup",
          source: undefined,
          task: { kind: "companyLookup", identifiers: {} },
          title: "acme.example",
        },
      });
      const { header } = (await openTab(run.id)).state();
      assert.deepEqual(
        [header.title, header.runs.length, header.canEditSearch, header.canRunAgain],
        ["acme.example", 1, false, false],
      );
      assert.ok(header.canRename);
    });

    it("says of a deleted result of an enrichment that getting it again costs nothing", async () => {
      const { store } = rig;
      const run = await beginRun(store, "contact", {
        purpose: "enrichment",
        task: { kind: "enrichment", enrichmentId: "e1" },
      });
      await store.runs.stop(run.id, owner, { kind: "complete" }, now);
      const tab = await openTab(run.id);
      await deleteRun(run);
      await until(() => tab.isUnavailable());
      assert.match(tab.unavailable().sentence, /retrieved again from the Enrichments view at no cost/);
    });

    it("shows that the run was deleted, in an open tab too", async () => {
      const run = await runOf(3, ["a"]);
      const tab = await openTab(run.id);
      await deleteRun(await runOf(2, ["b"]));
      assert.equal(tab.state().header.run, run.id);
      await deleteRun(run);
      await until(() => tab.isUnavailable());
      assert.match(tab.unavailable().sentence, /This run was deleted\./);
      assert.equal(rig.shown.visibilityOf(run.id), "closed");
      assert.match((await openTab(run.id)).unavailable().sentence, /This run was deleted\. Run the search again/);
    });
  });

  it("shows the store's sentence when the database cannot be read", async () => {
    const run = await runOf(3, ["a"]);
    const damaged = storeError(Object.assign(new Error("malformed"), { errcode: 11 }), "desk.db");
    rig.runs.summary = () => Promise.reject(damaged);
    assert.equal((await openTab(run.id)).unavailable().sentence, damaged.message);
    rig.runs.summary = () => Promise.reject(new Error("not for people"));
    assert.match((await openTab(run.id)).unavailable().sentence, /could not be read\. Open them again/);
  });

  it("shows the last reply that could not be read, unchanged", async () => {
    const run = await beginRun(rig.store, "company");
    const reply = Uri.from({ scheme: "prospect-reply", path: "/Reply.txt", query: run.id });
    await assert.rejects(rig.replier.provideTextDocumentContent(reply), { code: "NOT_FOUND" });
    for (const body of ["first", "<html>é</html>", `x${"é".repeat(1024 * 1024)}`]) {
      const call = await openCall(rig.store, { run: run.id, operation: "companySearch", wanted: 1 });
      await addPage(rig.store, run, [], {
        call,
        body: Buffer.from(body),
      });
      const text = await rig.replier.provideTextDocumentContent(reply);
      assert.equal(text.slice(0, 14), body.slice(0, 14));
      assert.equal(text.endsWith("Only the first 1 MiB is shown.\n"), body.length > 1000);
    }
  });
});

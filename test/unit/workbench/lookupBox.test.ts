// The lookup box over a real store: what it offers, what it asks the service, and what it shows from stored records.
import assert from "node:assert/strict";
import { Uri } from "vscode";
import type { LookupKind } from "../../../src/service/operations";
import { textAtCursor } from "../../../src/workbench/lookups/editorText";
import { LookupBox } from "../../../src/workbench/lookups/lookupBox";
import { personApp, sandboxConnection as connection } from "../../support/testDesk";
import { until } from "../../support/until";
import { staysOpen, useVscode } from "../../support/vscode";
import { answeringClient } from "../runs/answeringClient";
import { runRig, storeSearch, type Rig } from "../runs/runRig";
import { removeFolders } from "../store/rig";

interface ShownItem {
  readonly label: string;
  readonly description?: string;
}

interface ShownBox {
  items: readonly ShownItem[];
  activeItems: readonly ShownItem[];
  selectedItems: readonly ShownItem[];
  value: string;
  title: string;
  readonly busy: boolean;
  fire(event: string, value?: unknown): void;
  hide(): void;
}

const northwind = {
  id: "n1",
  name: "Northwind Traders",
  domain: "northwind.example",
  website: "https://www.northwind.example/start",
};

describe("the lookup box", function () {
  const vscode = useVscode();
  const { shown, answers } = vscode;

  beforeEach(() => {
    shown.length = 0;
    answers.clear();
    answers.set("createQuickPick", () => staysOpen);
  });
  afterEach(removeFolders);

  const ready = { kind: "ready", connection: { ...connection, sandbox: true }, balance: 5, balanceAt: 0 };
  const account = { current: ready as object, refreshBalance: async () => undefined };
  /** Why a leave-out list cannot be read. */
  let problem: string | undefined;
  beforeEach(() => {
    account.current = ready;
    problem = undefined;
  });
  /** The lines that were looked up as a table. */
  const tables: (readonly string[])[] = [];
  const shownOf = (what: string): readonly unknown[] =>
    shown.filter((one) => one.what === what).flatMap(({ args }) => args);

  async function openBox(
    rig: Rig,
    kind: LookupKind,
    typed?: string,
  ): Promise<{ readonly box: ShownBox; readonly closed: Promise<void> }> {
    shown.length = 0;
    const app = personApp(rig, {
      ask: () => assert.fail("Nothing is asked in the sandbox."),
      connection: { sandbox: true },
      reload: () =>
        problem === undefined
          ? Promise.resolve({ ofSearch: [], entries: [], remarks: [] })
          : Promise.reject(new Error(problem)),
    });
    const deps = { app, account, log: () => undefined } as never;
    const lookUpLines = async (lines: readonly string[]): Promise<void> => void tables.push(lines);
    const closed = new LookupBox(kind, deps, lookUpLines).open(typed);
    const box = await until(() => shownOf("createQuickPick").at(-1) as ShownBox | undefined);
    return { box, closed };
  }

  const labels = (box: ShownBox): readonly string[] => box.items.map(({ label }) => label);
  const select = (box: ShownBox, label: string | RegExp): void => {
    box.selectedItems = box.items
      .filter((item) => (typeof label === "string" ? item.label === label : label.test(item.label)))
      .slice(0, 1);
    assert.equal(box.selectedItems.length, 1, labels(box).join("\n"));
    box.fire("accept");
  };
  const type = (box: ShownBox, text: string): void => {
    box.value = text;
    box.fire("value", text);
  };
  const settled = (box: ShownBox): Promise<boolean> => until(() => !box.busy);

  /** A rig that has one company from a search, and counts what it asks. */
  async function rigWithCompany(
    company: object = northwind,
  ): Promise<{ readonly rig: Rig; asked: readonly unknown[] }> {
    const service = answeringClient(({ domain }) => ({ id: "x", name: "Asked", domain }));
    const rig = runRig({ client: () => service.client });
    await storeSearch(rig, {
      title: "Makers",
      body: JSON.stringify({ companies: [company] }),
      receivedAt: rig.clock.now() - 3 * 24 * 3_600_000,
    });
    return { rig, asked: service.asked };
  }

  it("looks up several lines of the clipboard as a table, offered at once and where they were pasted", async () => {
    const { rig } = await rigWithCompany();
    const lines = ["northwind.example", "contoso.example", "Adatum Ltd"];
    for (const pasted of ["", lines.join(" "), lines.join("")]) {
      answers.set("clipboard.readText", () => (pasted === "" ? lines.join("\r\n") : "a single line"));
      const { box, closed } = await openBox(rig, "company");
      if (pasted !== "") {
        assert.ok(!labels(box).some((label) => label.includes("Lines")));
        answers.set("clipboard.readText", () => `${lines.join("\n")}\n`);
        type(box, pasted);
      }
      await until(() => labels(box)[0] === "Look Up 3 Lines as a Table…");
      assert.equal(box.activeItems[0] === box.items[0], pasted !== "", "Enter pays for no single line");
      assert.ok(pasted === "" || box.items.length === 1, "the joined lines mean nothing");
      type(box, "northwind");
      assert.ok(!labels(box).some((label) => label.includes("Lines")));
      type(box, pasted);
      select(box, "Look Up 3 Lines as a Table…");
      await closed;
      assert.deepEqual(tables.at(-1), lines);
    }
  });

  it("offers a bare number, never first, and asks nothing by itself", async () => {
    const { rig, asked } = await rigWithCompany();
    const { box } = await openBox(rig, "company", "42");
    assert.match(labels(box)[0] ?? "", /A number alone/);
    assert.deepEqual(box.activeItems, []);
    box.fire("accept");
    assert.deepEqual([asked.length, box.busy], [0, false]);
    select(box, /Company with the professional-network id 42/);
    await settled(box);
    assert.deepEqual(asked, [{ professional_network_id: 42 }]);
  });

  it("offers company and person for an email, and asks neither by itself", async () => {
    const { rig, asked } = await rigWithCompany();
    const { box } = await openBox(rig, "company", "ada.lovelace@acme.example");
    assert.deepEqual(labels(box), ["Company acme.example", "Ada Lovelace at acme.example"]);
    assert.deepEqual([asked.length, box.busy], [0, false]);
  });

  it("looks up a certain question at once", async () => {
    const { rig, asked } = await rigWithCompany();
    const { box } = await openBox(rig, "company", "- **Acme** https://acme.example/about");
    await until(() => box.title === "Asked");
    assert.equal(labels(box)[0], "just now, for 2 credits");
    const { box: again } = await openBox(rig, "company", "acme.example");
    await until(() => again.title === "Asked");
    assert.match(labels(again)[0] ?? "", /^from an earlier lookup, answered .*, free$/);
    assert.deepEqual(asked, [{ domain: "acme.example" }]);
  });

  it("leads on from a bare name: stored companies first, for free, then a search", async () => {
    const { rig, asked } = await rigWithCompany();
    const { box } = await openBox(rig, "company");
    type(box, "northwind");
    await until(() => labels(box)[0] === northwind.name);
    assert.match(box.items[0]?.description ?? "", /northwind\.example · in Makers, fetched 3 days ago, free/);
    assert.equal(box.activeItems[0], box.items[0]);
    select(box, northwind.name);
    assert.equal(box.title, northwind.name);
    assert.ok(labels(box).includes("northwind.example"), labels(box).join("\n"));
    select(box, "Look Up Something Else");
    type(box, "northwind");
    select(box, "Search Companies Named “northwind”");
    const search = await until(() => shownOf("vscode.openWith")[0]);
    assert.match(String(search), /New company search/);
    assert.equal(asked.length, 0);
  });

  it("finds the domain for a person at a stored company", async () => {
    const { rig, asked } = await rigWithCompany();
    const { box } = await openBox(rig, "person");
    type(box, "Ada Lovelace @ Northwind");
    await until(() => labels(box).includes("Ada Lovelace at northwind.example"));
    assert.match(box.items[0]?.description ?? "", /Northwind Traders is in your records/);
    select(box, "Ada Lovelace at northwind.example");
    await settled(box);
    assert.deepEqual(asked, [{ person_name: "Ada Lovelace", company_domain: "northwind.example" }]);
  });

  it("answers from stored records with source and age, refreshes on request, and opens the website", async () => {
    const { rig, asked } = await rigWithCompany();
    const { box } = await openBox(rig, "company", "https://www.northwind.example/team");
    await until(() => box.title === northwind.name);
    assert.equal(asked.length, 0);
    assert.equal(labels(box)[0], "in Makers, fetched 3 days ago, free");
    select(box, "Open Website");
    assert.deepEqual(shownOf("openExternal").map(String), [String(Uri.parse("https://www.northwind.example/start"))]);
    const refresh = box.items.find(({ label }) => label === "Refresh");
    assert.equal(refresh?.description, "asks the service again; the price is not known");
    select(box, "Refresh");
    await until(() => box.title === "Asked");
    assert.match(box.items.find(({ label }) => label === "Refresh")?.description ?? "", /for up to 2 credits/);
    assert.deepEqual(asked, [{ domain: "northwind.example" }]);
  });

  it("answers from stored records while the key is rejected", async () => {
    const { rig, asked } = await rigWithCompany();
    account.current = { ...ready, kind: "keyRejected" };
    const { box } = await openBox(rig, "company", "northwind.example");
    await until(() => box.title === northwind.name);
    assert.equal(asked.length, 0);
  });

  it("asks nothing while a leave-out list cannot be read, and says so", async () => {
    const { rig, asked } = await rigWithCompany();
    problem = "customers.csv is missing.";
    await openBox(rig, "company", "acme.example");
    await until(() => shownOf("showWarningMessage").length > 0);
    assert.deepEqual([shownOf("showWarningMessage")[0], asked.length], [`The lookup failed. ${problem}`, 0]);
  });

  it("neither asks for nor shows what a leave-out list names", async () => {
    const { rig, asked } = await rigWithCompany();
    const entries = ["northwind.example", "acme.example"].map((value) => ({ kind: "domain", value }) as const);
    await rig.store.leaveOut.save({ uri: "file:///customers.csv", hash: "h", everywhere: true, entries });
    await openBox(rig, "company", "acme.example");
    await until(() => shownOf("showWarningMessage").length > 0);
    assert.match(String(shownOf("showWarningMessage")[0]), /Left out\. Company acme\.example is in a leave-out list/);
    const { records } = await rig.store.everything.search("northwind", 5);
    assert.deepEqual(records, []);
    assert.equal(asked.length, 0);
  });

  it("does not show a paid answer that a leave-out list names", async () => {
    const { rig, asked } = await rigWithCompany();
    await rig.store.leaveOut.save({
      uri: "file:///customers.csv",
      hash: "h",
      everywhere: true,
      entries: [{ kind: "id", value: "x" }],
    });
    const { box } = await openBox(rig, "company", "other.example");
    await until(() => shownOf("showWarningMessage").length > 0);
    assert.match(
      String(shownOf("showWarningMessage")[0]),
      /The record found for Company other\.example is in a leave-out/,
    );
    assert.deepEqual([asked.length, labels(box).includes("Asked")], [1, false]);
  });

  it("suggests neither numbers nor file names at the cursor, but what is selected", () => {
    const at = (word: string, isSelected = false): string =>
      textAtCursor({
        document: {
          getText: () => word,
          getWordRangeAtPosition: () => ({ end: {} }),
        },
        selection: { isEmpty: !isSelected, active: {} },
      } as never);
    assert.deepEqual(
      ["42", "readme.md", "acme.example", "ada@acme.example"].map((word) => at(word)),
      ["", "", "acme.example", "ada@acme.example"],
    );
    assert.equal(at("42", true), "42");
  });
});

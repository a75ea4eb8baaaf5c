// The versions of a record, and which email addresses are out of date because of them.
import assert from "node:assert/strict";
import type { InProcessStore } from "./inProcess";
import { addPage, beginRun, type TestStore, useTestStore } from "./rig";

describe("versions of a record", () => {
  let opened: InProcessStore<TestStore>;
  useTestStore((one) => (opened = one));

  const position = (domain: string | null, isCurrent: boolean) => ({
    ...{ title: "CTO", is_current: isCurrent },
    company: { name: "Somewhere", ...(domain !== null && { domain }) },
  });
  const person = (current: string | null, past: readonly string[] = [], id = "p1") => ({
    ...{ id, full_name: "Ada Example" },
    employment: {
      current: position(current, true),
      all: [position(current, true), ...past.map((domain) => position(domain, false))],
    },
  });
  const contact = (email: string | null, profile?: object) => ({
    input: { first_name: "Ada" },
    contact_info: { most_probable_work_email: { email, status: "DELIVERABLE" } },
    profile,
  });
  let runs = 0;
  /** Returns the key of the record. */
  async function add(kind: "person" | "contact" | "company", record: object, origin?: string): Promise<number> {
    const { store } = opened;
    runs += 1;
    const run = await beginRun(store, kind, {
      ...{ id: `R${runs}`, title: `Run ${runs}` },
      ...(origin !== undefined && { connection: { id: origin, label: origin, origin, workspaceId: "w" } }),
    });
    await addPage(store, run, [record]);
    const { view } = await store.views.open({ kind: "run", run: run.id }, { columns: [], now: 0 });
    const [key] = await store.views.keysAt(view);
    return key ?? assert.fail();
  }
  const column = "email_at_former_employer";
  async function shown(kind: "person" | "contact", key: number): Promise<string | undefined> {
    const { view } = await opened.store.views.open(
      { kind: "keys", recordKind: kind, keys: [key] },
      { columns: [column], now: 0 },
    );
    const [row] = await opened.store.views.rows(view, 0, 1);
    const email = await opened.store.records.emailAtFormerEmployer(kind, key);
    assert.equal(email ?? "", row?.cells[0]);
    return email;
  }

  it("are all that one service has sent, each with its run, whichever of them is asked for", async () => {
    const company = (headcount: number) => ({ id: "c1", name: "Acme", headcount });
    await add("company", company(120));
    const key = await add("company", company(150));
    await add("company", company(141));
    await add("company", company(9), "https://other.example");
    await add("company", { id: "c2", name: "Other" });
    const versions = await opened.store.records.versions("company", key);
    assert.deepEqual(
      versions.map(({ runTitle, values }) => [runTitle, values["headcount"]]),
      [
        ["Run 1", 120],
        ["Run 2", 150],
        ["Run 3", 141],
      ],
    );
    assert.deepEqual(
      versions.map(({ run }) => run),
      ["R1", "R2", "R3"],
    );
  });

  it("mark an address at a company that the person has left", async () => {
    const left = await add("contact", contact("Ada@Acme.example", person("northwind.example", ["www.acme.example"])));
    assert.equal(await shown("contact", left), "Ada@Acme.example");
    const stayed = await add("contact", contact("ada@acme.example", person("acme.example", ["acme.example"], "p2")));
    assert.equal(await shown("contact", stayed), undefined);
    // Seen to have moved after the address was found.
    const moved = await add("person", person("northwind.example", [], "p2"));
    assert.equal(await shown("contact", stayed), "ada@acme.example");
    assert.equal(await shown("person", moved), "ada@acme.example");
    const back = await add("person", person("acme.example", ["northwind.example"], "p2"));
    assert.equal(await shown("contact", stayed), undefined);
    assert.equal(await shown("person", back), undefined);
  });

  it("mark nothing where it would be a guess", async () => {
    const unknown = contact("ada@acme.example", person(null, ["acme.example"]));
    const elsewhere = contact("ada@mail.example", person("northwind.example", ["acme.example"], "p3"));
    const both = person("northwind.example", [], "p4");
    both.employment.all.push(position("acme.example", true), position("acme.example", false));
    for (const one of [unknown, elsewhere, contact("ada@acme.example", both), contact(null, person("a.example"))]) {
      assert.equal(await shown("contact", await add("contact", one)), undefined);
    }
    assert.equal(await shown("contact", await add("contact", contact("no address", person("b.example")))), undefined);
    assert.equal(await shown("contact", await add("contact", contact("ada@acme.example"))), undefined);
    // The same id is another person at another service.
    const here = await add("contact", contact("ada@acme.example", person("acme.example", [], "p5")));
    await add("person", person("northwind.example", [], "p5"), "https://other.example");
    assert.equal(await shown("contact", here), undefined);
    assert.equal(await shown("person", await add("person", person("acme.example", [], "p6"))), undefined);
  });
});

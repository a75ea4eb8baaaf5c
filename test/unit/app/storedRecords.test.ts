// People and companies that are stored are found by what people type, at no cost.
import assert from "node:assert/strict";
import { nameAndCompany, storedMatches } from "../../../src/app/storedRecords";
import { useTestDesks } from "../../support/testDesk";
import { runCommand } from "../cli/commandRig";

describe("the name of a person and a company", () => {
  for (const [text, person, company] of [
    ["Daan Peeters @ Rosewood Health", "Daan Peeters", "Rosewood Health"],
    ["Daan Peeters, Rosewood Health", "Daan Peeters", "Rosewood Health"],
    ["Daan Peeters at Rosewood Health", "Daan Peeters", "Rosewood Health"],
    ["Daan Peeters (Rosewood Health)", "Daan Peeters", "Rosewood Health"],
    ["Daan Peeters – Rosewood Health", "Daan Peeters", "Rosewood Health"],
    ["Daan Peeters | Rosewood Health", "Daan Peeters", "Rosewood Health"],
    ["“Dr. Daan Peeters @ rosewood-health.example”", "Daan Peeters", "rosewood-health.example"],
    ["Jean-Luc de la Tour @ rosewood-health.example", "Jean-Luc de la Tour", "rosewood-health.example"],
    ["Lovelace, Ada @ Acme Corporation", "Ada Lovelace", "Acme Corporation"],
    ["Ada Lovelace", undefined],
    ["Lovelace, Ada", undefined],
    ["Ada Lovelace, PhD", undefined],
    ["Ada @ Acme", undefined],
    ["@ Acme", undefined],
  ] as const) {
    it(`is read: ${text}`, () => {
      assert.deepEqual(nameAndCompany(text), person === undefined ? undefined : { person, company });
    });
  }
});

describe("a stored record", () => {
  const search = { search: "people", filters: {}, fetch: { records: 250 } };
  const rig = useTestDesks({ creditsPerDay: 1_000 }, { "a.prospect.json": JSON.stringify(search) });

  interface Person {
    readonly name: string;
    readonly company_name: string;
    readonly company_domain: string;
    readonly id: string;
  }

  it("is found by name and company, by name alone, and without accents or case, for free", async () => {
    const one = rig();
    await runCommand(one, "run a.prospect.json --yes");
    const paid = one.paid.length;
    const { output } = await runCommand(one, "export R1 --format csv --fields id,name,company_name,company_domain");
    const people = output
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","))
      .map(([id = "", name = "", company_name = "", company_domain = ""]): Person => {
        return { id, name, company_name, company_domain };
      })
      .filter(({ name, company_name }) => /^\S+ \S+$/u.test(name) && /^[\p{L} ]+$/u.test(company_name));
    const [person] = people.filter(({ name }) => people.filter((other) => other.name === name).length === 1);
    assert.ok(person !== undefined);
    const { id, name, company_name: company, company_domain: domain } = person;
    const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();
    for (const text of [
      `${name} @ ${company}`,
      `${name}, ${company}`,
      `${name} at ${company.toLowerCase()}`,
      `${name} (${company})`,
      `${name} @ ${domain}`,
      `${plain}, ${company}`,
      name,
    ]) {
      const [first] = await storedMatches(one.app, "person", text, 5);
      assert.equal(first?.id, id, text);
      const { data, notes } = await runCommand(one, `lookup person "${text}"`);
      assert.equal((data["record"] as { readonly id?: string }).id, id, text);
      const doubt = text === name ? "by name only: may be another person with this name" : undefined;
      assert.deepEqual([data["doubt"], notes.includes("found by name only")], [doubt, text === name], text);
      const tool = await one.call("look_up", { kind: "person", items: text });
      const { found, paid: isPaid, matchedByNameOnly } = tool.data;
      assert.deepEqual([found, isPaid, matchedByNameOnly], [true, false, text === name], text);
    }
    assert.deepEqual(await storedMatches(one.app, "person", `${name} @ Nobody Knows This`, 5), []);
    assert.equal(one.paid.length, paid);
  });
});

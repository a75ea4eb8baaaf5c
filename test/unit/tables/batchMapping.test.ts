// Which columns of a table identify its rows.
import assert from "node:assert/strict";
import { guessMapping, guessTableKind } from "../../../src/tables/batchMapping";

describe("the columns of a batch", () => {
  it("are recognized in common tables", () => {
    const guess = (header: readonly string[], ...row: string[]): unknown => {
      const kind = guessTableKind(header, [row]);
      return { kind, ...guessMapping(kind, header, [row]).columns };
    };
    assert.deepEqual(
      guess(
        ["Account Name", "Website", "LinkedIn Company URL"],
        "Acme",
        "acme.example",
        "https://www.linkedin.com/company/acme",
      ),
      { kind: "company", domain: 1, networkUrl: 2 },
    );
    assert.deepEqual(guess(["first_name", "last_name", "company_domain"], "Ada", "Lovelace", "acme.example"), {
      kind: "person",
      firstName: 0,
      lastName: 1,
      companyDomain: 2,
    });
    assert.deepEqual(guess(["Vorname", "Nachname", "E-Mail"], "Ada", "Lovelace", "ada@acme.example"), {
      kind: "person",
      firstName: 0,
      lastName: 1,
      companyDomain: 2,
    });
    assert.deepEqual(guess(["x", "y"], "1", "https://network.example/in/ada"), { kind: "person", profileUrl: 1 });
    assert.deepEqual(guess(["First", "Last", "Website"], "Ada", "Lovelace", "acme.example"), {
      kind: "person",
      firstName: 0,
      lastName: 1,
      companyDomain: 2,
    });
  });

  it("are those of the company itself, not of others", () => {
    const row = (...cells: string[]): readonly string[][] => [cells];
    for (const other of ["Logo URL", "Source URL", "Owner Email", "Parent Domain", "Competitor Website", "Job URL"]) {
      assert.deepEqual(guessMapping("company", [other, "Home"], row("https://other.example/x", "acme.example")), {
        kind: "company",
        columns: { domain: 1 },
      });
    }
    assert.deepEqual(
      guessMapping("person", ["Name", "Personal Email"], row("Ada Lovelace", "ada@ada.example")).columns,
      {
        name: 0,
      },
    );
  });

  it("are names under every usual title, but not where that column has addresses", () => {
    for (const title of ["Contact", "Attendee Name", "Lead Name", "Nombre completo", "Ansprechpartner"]) {
      const { columns } = guessMapping("person", [title, "E-mail"], [["Ada Lovelace", "ada@acme.example"]]);
      assert.deepEqual(columns, { name: 0, companyDomain: 1 }, title);
    }
    const owners = ["Owner First Name", "Owner Last Name", "Website"];
    assert.deepEqual(guessMapping("person", owners, [["Ada", "Lovelace", "acme.example"]]).columns, {
      ...{ firstName: 0, lastName: 1, companyDomain: 2 },
    });
    const { columns } = guessMapping("person", ["Contact", "Full name"], [["ada@acme.example", "Ada Lovelace"]]);
    assert.deepEqual(columns, { name: 1, companyDomain: 0 });
  });

  it("are names in other languages", () => {
    for (const header of ["Ime,Prezime", "Ad,Soyad", "Keresztnév,Vezetéknév", "Vardas,Pavardė", "Förnamn,Efternamn"]) {
      const { columns } = guessMapping("person", [...header.split(","), "Web"], [["Ada", "Lovelace", "acme.example"]]);
      assert.deepEqual(columns, { firstName: 0, lastName: 1, companyDomain: 2 });
    }
  });

  it("are never guessed from numbers", () => {
    const rows = [
      ["1", "acme.example"],
      ["2", "b.example"],
    ];
    assert.deepEqual(guessMapping("company", undefined, rows).columns, { domain: 1 });
    assert.deepEqual(guessMapping("person", undefined, rows).columns, { companyDomain: 1 });
  });

  it("are those of the kind that understands more rows, of two equal ones companies unless there are names", () => {
    const rows = (...cells: string[]): string[][] => cells.map((cell) => cell.split(","));
    assert.equal(
      guessTableKind(["Profile", "Website"], rows(",a.example", "https://n.example/in/ada,b.example")),
      "company",
    );
    assert.equal(guessTableKind(["Website"], rows("a.example")), "company");
    assert.equal(guessTableKind(["Name", "Website"], rows("Ada Lovelace,a.example")), "person");
    assert.equal(guessTableKind(["Name", "Website"], rows("Acme,a.example")), "company");
  });
});

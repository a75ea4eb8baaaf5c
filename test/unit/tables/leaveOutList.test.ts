// Leave-out lists: what each line and each column is recognized as, and what is reported as not understood.
import assert from "node:assert/strict";
import { companiesOfEmails } from "../../../src/tables/leaveOutEntries";
import { appendToLeaveOutList, readLeaveOutList } from "../../../src/tables/leaveOutList";
import { turnsDuring } from "./turnsDuring";

const entriesOf = async (text: string, isTable = false): Promise<readonly string[]> =>
  (await readLeaveOutList(Buffer.from(text), isTable)).entries.map(
    ({ kind, value }) => `${kind} ${value.replace("\n", " @ ")}`,
  );

describe("a leave-out list of lines", () => {
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ["acme.example", ["domain acme.example"]],
    ["https://www.Acme.example/about?x=1", ["domain acme.example"]],
    ["- *.acme.example", ["domain acme.example"]],
    ["@acme.example", ["domain acme.example"]],
    ["acme.example # customer since 2020", ["domain acme.example"]],
    ['"acme.example",', ["domain acme.example"]],
    ["Ada.Lovelace@Acme.example", ["email ada.lovelace@acme.example"]],
    ["mailto:ada@acme.example?subject=Hi", ["email ada@acme.example"]],
    ["Ada Lovelace <ada@acme.example>", ["email ada@acme.example"]],
    ["ada@gmail.com", ["email ada@gmail.com"]],
    ["https://network.example/in/Ada-Lovelace/", ["personUrl network.example/in/ada-lovelace"]],
    ["network.example/company/acme", ["companyUrl network.example/company/acme"]],
    ["c0000123", ["id c0000123"]],
    ["urn:network:company:1035", ["companyNetworkId 1035"]],
    ["urn:network:member:77", ["personNetworkId 77"]],
    ["Ada Lovelace, Northwind Traders", ["nameAtCompany ada lovelace @ northwind traders"]],
    ["Ada Lovelace @ northwind.example", ["nameAtCompany ada lovelace @ northwind.example"]],
    ["José  Muñoz (Northwind)", ["nameAtCompany jose munoz @ northwind"]],
    ["Northwind Traders, northwind.example", ["domain northwind.example"]],
    ["Blue Yonder GmbH; contoso.example", ["domain contoso.example"]],
    ["acme.example, contoso.example", ["domain acme.example", "domain contoso.example"]],
  ];
  for (const [line, expected] of lines) {
    it(`understands ${line}`, async () => {
      assert.deepEqual(await entriesOf(line), expected);
    });
  }

  for (const line of [
    "gmail.com",
    "@gmail.com",
    "1035",
    "Northwind",
    "Northwind, Inc.",
    "network.example/jobs/5",
    "a@b",
  ]) {
    it(`does not guess what ${line} is`, async () => {
      assert.deepEqual(await entriesOf(line), []);
    });
  }

  it("skips comments and blank lines, and counts each entry once", async () => {
    const list = await readLeaveOutList(
      Buffer.from("\ufeff# customers\r\n\r\nacme.example\r\nAcme.example\rada@a.example\n??\n"),
      false,
    );
    assert.deepEqual(list.counts, { domain: 1, email: 1 });
    assert.deepEqual(list.notUnderstood, { count: 1, first: [{ line: 6, text: "??" }] });
  });

  it("names the first lines that it does not understand and counts all", async () => {
    const list = await readLeaveOutList(Buffer.from(Array.from({ length: 50 }, (_, n) => `?${n}`).join("\n")), false);
    assert.equal(list.notUnderstood.count, 50);
    assert.equal(list.notUnderstood.first.length, 20);
    assert.deepEqual(list.notUnderstood.first[19], { line: 20, text: "?19" });
  });

  it("reads other encodings", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("José Muñoz, Acme\n", "utf16le")]);
    assert.equal((await readLeaveOutList(utf16, false)).entries[0]?.value, "jose munoz\nacme");
    const windows = Buffer.from("José Muñoz, Acme\n", "latin1");
    assert.equal((await readLeaveOutList(windows, false)).entries[0]?.value, "jose munoz\nacme");
  });

  it("reads a list of several pieces in each encoding, whatever its lines end with", async () => {
    const names = Array.from({ length: 4_000 }, (_, nth) => `zoë${nth}@a.example`);
    for (const end of ["\n", "\r\n", "\r"]) {
      const text = [...names, "?Ċ?"].join(end);
      const [utf8, utf16] = [Buffer.from(text), Buffer.from(`\ufeff${text}`, "utf16le")];
      const latin = Buffer.from(text.replace("Ċ", "é"), "latin1");
      for (const bytes of [utf8, utf16, Buffer.from(utf16).swap16(), latin]) {
        const list = await readLeaveOutList(bytes, false);
        assert.equal(list.entries.length, names.length);
        assert.deepEqual([list.notUnderstood.count, list.notUnderstood.first[0]?.line], [1, names.length + 1]);
      }
    }
  });

  it("understands nothing in megabytes of bytes that only Windows-1252 has", async () => {
    const list = await readLeaveOutList(Buffer.alloc(20_000_000, 0x80), false);
    assert.deepEqual([list.entries, list.notUnderstood.count], [[], 1]);
    assert.match(list.notUnderstood.first[0]?.text ?? "", /^€+…$/u);
  });

  it("is refused when its bytes are no text, and may be empty", async () => {
    const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 256));
    await assert.rejects(readLeaveOutList(bytes, false), /This file is binary/u);
    assert.deepEqual((await readLeaveOutList(Buffer.alloc(0), false)).entries, []);
    assert.deepEqual((await readLeaveOutList(Buffer.alloc(0), true)).entries, []);
  });
});

describe("a leave-out list of columns", () => {
  it("of companies leaves out companies, whatever contact is beside them", async () => {
    const text =
      "Company,Website,Contact email,Logo\n" +
      "Acme,https://www.acme.example/de,ada@acme.example,https://cdn.example/acme.png\n" +
      'Contoso,,"sales@contoso.example; ada@contoso.example",\n';
    assert.deepEqual(await entriesOf(text, true), [
      "email ada@acme.example",
      "domain acme.example",
      "email sales@contoso.example",
      "email ada@contoso.example",
    ]);
  });

  it("names the companies where its email addresses are, but no provider and none that it has", async () => {
    const text =
      "Email\nada@acme.example\njo@acme.example\njo@gmail.com\nmay@b.example\n*@b.example\nc.example\nx@d.example\n";
    const { entries } = await readLeaveOutList(Buffer.from(text), true);
    const companies = companiesOfEmails(entries);
    assert.deepEqual(companies, ["@acme.example", "@d.example"]);
    const lines = companies.map((value) => ({ value }));
    const result = await appendToLeaveOutList(Buffer.from(text), true, lines);
    assert.ok(result.kind === "added" && result.added === 2, "in the column of the addresses");
    assert.deepEqual(companiesOfEmails((await readLeaveOutList(result.bytes, true)).entries), []);
  });

  it("of people is known by one column that only people have", async () => {
    const rows = "Ada Lovelace,acme.example\n";
    const ofPeople = ["nameAtCompany ada lovelace @ acme.example"];
    assert.deepEqual(await entriesOf(`Full name,Domain\n${rows}`, true), ofPeople);
    assert.deepEqual(await entriesOf(`Name,Domain,Seniority\n${rows}`, true), ofPeople);
    assert.deepEqual(await entriesOf(`Name,Domain\n${rows}`, true), ["domain acme.example"]);
    assert.deepEqual(await entriesOf("Imię,Nazwisko,Domain\nAda,Lovelace,acme.example\n", true), ofPeople);
  });

  it("of people leaves out the people, not their employers", async () => {
    const text =
      "First name;Last name;Company;Domain;Professional-network URL\n" +
      "Ada;Lovelace;Acme GmbH;acme.example;https://network.example/in/ada\n" +
      ";;;contoso.example;\n";
    assert.deepEqual(await entriesOf(text, true), [
      "personUrl network.example/in/ada",
      "nameAtCompany ada lovelace @ acme gmbh",
      "nameAtCompany ada lovelace @ acme.example",
      "domain contoso.example",
    ]);
  });

  it("reads what is exported here: companies by domain, profile, and ids", async () => {
    const text =
      "Name,Domain,Website,Professional-network URL,Professional-network id,Id\n" +
      "Acme,acme.example,https://shop.example/acme,https://network.example/company/acme,1035,c0000123\n";
    assert.deepEqual(await entriesOf(text, true), [
      "domain acme.example",
      "companyUrl network.example/company/acme",
      "companyNetworkId 1035",
      "id c0000123",
    ]);
  });

  it("reads what is exported here: people by profile, ids, and name", async () => {
    const text =
      "Name,Title,Company name,Company domain,Professional-network id,Company professional-network id,Company id,Id\n" +
      "Ada Lovelace,CTO,Acme,acme.example,77,1035,c0000123,p0000001\n";
    assert.deepEqual(await entriesOf(text, true), [
      "personNetworkId 77",
      "id p0000001",
      "nameAtCompany ada lovelace @ acme",
      "nameAtCompany ada lovelace @ acme.example",
    ]);
  });

  const namesAndCompanies: readonly (readonly [string, readonly string[]])[] = [
    [
      "Person - Name,Person - Job title,Organization - Name\nAda Lovelace,CTO,Acme",
      ["nameAtCompany ada lovelace @ acme"],
    ],
    ["Company,Contact name\nAcme,Ada Lovelace", ["nameAtCompany ada lovelace @ acme"]],
    ["Name,Employer\nAda Lovelace,Acme", ["nameAtCompany ada lovelace @ acme"]],
    ["Name,Company\nAcme GmbH,acme.example", ["domain acme.example"]],
    [
      "Website,Owner\nhttps://network.example/in/ada,x\nacme.example,x",
      ["personUrl network.example/in/ada", "domain acme.example"],
    ],
    ["Network id,Company\nurn:x:organization:7,Acme\n8,Contoso", ["companyNetworkId 7", "companyNetworkId 8"]],
  ];
  for (const [text, entries] of namesAndCompanies) {
    it(`without emails is read by its columns: ${JSON.stringify(text)}`, async () => {
      const { notUnderstood } = await readLeaveOutList(Buffer.from(text), true);
      assert.deepEqual([await entriesOf(text, true), notUnderstood.count], [entries, 0]);
    });
  }

  it("never takes running numbers for ids", async () => {
    assert.deepEqual(await entriesOf("Id,Domain\n1,acme.example\n2,contoso.example\n", true), [
      "domain acme.example",
      "domain contoso.example",
    ]);
    assert.deepEqual(await entriesOf("1,acme.example\n2,contoso.example\n", true), [
      "domain acme.example",
      "domain contoso.example",
    ]);
  });

  it("of people names columns in other languages", async () => {
    for (const header of ["Ime;Prezime;Tvrtka", "Förnamn;Efternamn;Företag", "Keresztnév;Vezetéknév;Cégnév"]) {
      const [entry] = await entriesOf(`${header}\nAda;Lovelace;Northwind\n`, true);
      assert.equal(entry, "nameAtCompany ada lovelace @ northwind", header);
    }
  });

  it("without names of columns is read like lines", async () => {
    assert.deepEqual(await entriesOf("Ada Lovelace,Northwind\nGrace Hopper,Contoso\n", true), [
      "nameAtCompany ada lovelace @ northwind",
      "nameAtCompany grace hopper @ contoso",
    ]);
    assert.deepEqual(await entriesOf("acme.example\n# was a customer\n\ncontoso.example\n", true), [
      "domain acme.example",
      "domain contoso.example",
    ]);
  });

  it("recognizes columns with other names by at least 80 % of their values", async () => {
    const table = (name: string, ...cells: readonly string[]): string =>
      ["Domain,Remark," + name, ...cells.map((cell) => `,-,${cell}`)].join("\n");
    const emails = ["a@a.example", "b@a.example", "c@a.example", "d@a.example"];
    const ofEmails = emails.map((email) => `email ${email}`);
    assert.deepEqual(await entriesOf(table("Reach", ...emails, "", "unknown"), true), ofEmails);
    assert.deepEqual(await entriesOf(table("Reach", ...emails, "unknown", "unknown"), true), []);
    const profiles = ["network.example/in/ada", "network.example/company/acme"];
    assert.deepEqual(await entriesOf(table("Seen at", ...profiles), true), [
      "personUrl network.example/in/ada",
      "companyUrl network.example/company/acme",
    ]);
    assert.deepEqual(await entriesOf(table("Where", "a.example"), true), ["domain a.example"]);
    for (const other of ["Blog", "Logo URL", "Parent domain"]) {
      assert.deepEqual(await entriesOf(table(other, "a.example"), true), []);
    }
    assert.deepEqual(await entriesOf(table("Blog", ...emails), true), ofEmails);
  });

  it("without names of columns ignores cells of white space only", async () => {
    assert.deepEqual(await entriesOf("Ada Lovelace, ,Northwind\n", true), ["nameAtCompany ada lovelace @ northwind"]);
    assert.deepEqual(await entriesOf("Ada Lovelace,Northwind, c0000123 , acme.example \n", true), [
      "domain acme.example",
    ]);
  });

  it("numbers rows as an editor numbers lines", async () => {
    const { notUnderstood } = await readLeaveOutList(
      Buffer.from("Domain,Note\n\nacme.example,x\n, only a note \n  ,# of last year\n"),
      true,
    );
    assert.deepEqual(notUnderstood, { count: 1, first: [{ line: 4, text: "only a note" }] });
  });
});

describe("a long leave-out list", () => {
  it("lets the event loop run in between", async () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `company-${n}.example`).join("\n");
    let counts = {};
    const turns = await turnsDuring(async () => {
      ({ counts } = await readLeaveOutList(Buffer.from(text), false));
    });
    assert.deepEqual(counts, { domain: 20_000 });
    assert.ok(turns > 1);
  });
});

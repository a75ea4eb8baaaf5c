// Verbs about tables of lookups, people at companies, and stored records; and the help of all verbs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { requestOf } from "../../../src/app/exportFormat";
import { rowsOfList } from "../../../src/app/rowSource";
import { writeRecords } from "../../../src/app/writeRecords";
import { helpText } from "../../../src/cli/help";
import { exitCodes } from "../../../src/cli/results";
import { describedVerb, verbNames } from "../../../src/cli/verbs";
import { filtersOf } from "../../../src/service/filterCatalogue";
import { StoreError } from "../../../src/store/storeError";
import { aroundCalls } from "../../support/aroundCalls";
import { useTestDesks, peopleSearch, type OpenTestDesk } from "../../support/testDesk";
import { runCommand as run } from "./commandRig";

const rows =
  "Company,Domain\nNorthwind,northwind.example\nNobody,nobody-here.example\n" +
  "Again,https://northwind.example/x\nEmpty,\n";
const companyLookup = "/api/v2/company/lookup";

describe("a verb", () => {
  const rig = useTestDesks(
    { creditsPerDay: 1_000 },
    { "a.prospect.json": JSON.stringify(peopleSearch), "rows.csv": rows },
  );
  const fileOf = (one: OpenTestDesk, name: string): string => readFileSync(path.join(one.folder, name), "utf8");

  describe("that looks up a table", () => {
    it("asks for each company once, in one run, and appends columns and a status to each row", async () => {
      const one = rig();
      const line = "lookup company --in rows.csv --column domain --fields name,headcount --out new/found.csv";
      const { state, data, notes } = await run(one, line);
      assert.deepEqual([state, one.paid.length], ["complete", 2]);
      assert.equal(
        fileOf(one, "new/found.csv"),
        "Company,Domain,Name,Headcount,Lookup status\nNorthwind,northwind.example,Northwind,222,found\n" +
          "Nobody,nobody-here.example,,,no match\nAgain,https://northwind.example/x,Northwind,222,found\n" +
          "Empty,,,,skipped: There is no identifier in this row.\n",
      );
      assert.deepEqual(
        [data["run"], data["credits"], data["out"], data["rows"]],
        [
          ...["R1", 0.25, "FOLDER/new/found.csv"],
          {
            ...{ rows: 4, found: 2, noMatch: 1, skipped: 1, failed: 0, possiblyCharged: 0 },
            ...{ notUnderstood: 0, leftOut: 0, open: 0 },
          },
        ],
      );
      assert.equal(notes, "2 found, 1 no match, 1 skipped; written to new/found.csv.\n");
      const stored = await run(one, `${line} --replace`);
      assert.deepEqual([stored.data["records"], stored.data["credits"], one.paid.length], [2, 0, 2]);
    });

    it("exports the records of a table with its own columns, which keep their names", async () => {
      const one = rig();
      await run(one, "lookup company --in rows.csv --json");
      const { output } = await run(one, "export R1");
      assert.match(output, /^Company,Domain,Lookup status,Name,Domain \(looked up\),/u);
      assert.match(output, /^Northwind,northwind\.example,found,Northwind,northwind\.example,/mu);
      const crm = await run(one, 'export R1 --profile "HubSpot: companies"');
      assert.match(crm.output, /^Company name,Company Domain Name,.*,Company,Domain\n/u);
      const picked = await run(one, "export R1 --fields table/Company,lookup_status");
      assert.equal(picked.output, "Company,Lookup status\nNorthwind,found\n");
    });

    it("names a stopped lookup of the same table", async () => {
      const one = rig();
      assert.equal((await run(one, "lookup company --in rows.csv --json --max-credits 0.1")).state, "needsBudget");
      const told = await run(one, "lookup company --in rows.csv --json --max-credits 0.1");
      assert.ok(told.notes.includes('is not finished: "prospect resume R1" continues it.'), told.notes);
      assert.equal(told.data["run"], "R2");
    });

    it("takes what is stored for free, prints it, and replaces no file unasked", async () => {
      const one = rig();
      await run(one, "lookup company --in rows.csv --json");
      const again = await run(one, "lookup company --in rows.csv --fields name");
      assert.equal(one.paid.length, 2);
      assert.match(again.output, /^Company,Domain,Name,Lookup status\nNorthwind,northwind\.example,Northwind,found\n/u);
      assert.deepEqual(again.lines, [], "standard output has the table alone");
      one.write("taken.csv", "mine");
      for (const file of ["found.xlsx", "found.json", "found.parquet"]) {
        await assert.rejects(run(one, `lookup company --in rows.csv --out ${file}`), /cannot end with \.\w+\./u);
      }
      await run(one, "lookup company --in rows.csv --fields name --out found.tsv");
      assert.match(fileOf(one, "found.tsv"), /^Northwind\tnorthwind\.example\tNorthwind\tfound$/mu);
      await assert.rejects(run(one, "lookup company --in rows.csv --out taken.csv"), /Add --replace to replace it\./u);
      assert.equal(fileOf(one, "taken.csv"), "mine");
      await run(one, "lookup company --in rows.csv --out taken.csv --replace");
      assert.match(fileOf(one, "taken.csv"), /^Company/u);
    });

    it("takes several texts, and the lines of standard input", async () => {
      const one = rig();
      const texts = await run(one, "lookup company northwind.example nobody-here.example --fields name");
      const expected =
        "Looked up,Name,Lookup status\nnorthwind.example,Northwind,found\nnobody-here.example,,no match\n";
      assert.equal(texts.output, expected);
      const lines = await run(
        one,
        "lookup company - --fields name",
        {},
        "northwind.example\n\nnobody-here.example\r\n",
      );
      assert.equal(lines.output, expected);
      const table = await run(one, "lookup company --in - --column 2 --fields name", {}, rows);
      assert.match(table.output, /^Northwind,northwind\.example,Northwind,found$/mu);
      assert.equal(one.paid.length, 2);
      await assert.rejects(run(one, "lookup company -", {}, " \n"), /has no line to look up/u);
    });

    it("names the columns when none is recognized, or there is none of that name", async () => {
      const one = rig();
      one.write("words.csv", "Color,Size\nred,large\nblue,small\n");
      const columns = "Columns: Color, Size.";
      for (const [options, message] of [
        [
          "",
          "No column was recognized that has a domain, web page, or email address. Name one with --column. " + columns,
        ],
        ["--column price", `The table has no column “price”. ${columns}`],
        ["--column 3", `The table has no column “3”. ${columns}`],
        [
          "--column color",
          `None of the first rows has a domain, web page, or email address in the column “color”. ${columns}`,
        ],
      ] as const) {
        await assert.rejects(run(one, `lookup company --in words.csv ${options}`), { message });
      }
      await assert.rejects(run(one, "lookup company --in none.csv"), { message: "none.csv does not exist." });
      assert.deepEqual([one.paid, (await one.app.runs.list({})).length], [[], 0]);
    });

    it("is planned without sending anything: how it is read, what each row asks, and what is skipped", async () => {
      const one = rig();
      one.write(
        "plan.csv",
        "Customers of 2024\n\nCompany;Website;E-mail\nA;https://www.facebook.com/a;info@northwind.example\n" +
          "B;northwind.example;\nC;;c@gmail.com\nD;;\n",
      );
      const { data, lines } = await run(one, "lookup company --in plan.csv --plan");
      assert.deepEqual(data, {
        rows: 4,
        headerRow: 3,
        encoding: "utf-8",
        separator: ";",
        header: ["Company", "Website", "E-mail"],
        requests: 1,
        asks: [
          { row: 4, domain: "northwind.example" },
          { row: 5, domain: "northwind.example" },
        ],
        skipped: [
          { row: 6, why: "gmail.com is a public email provider, not a company." },
          { row: 7, why: "There is no identifier in this row." },
        ],
        credits: 1,
      });
      assert.match(lines.join("\n"), /^Identified by “Website”, else “E-mail”\.$/mu);
      const website = await run(one, "lookup company --in plan.csv --plan --column website");
      assert.deepEqual(website.data["asks"], [{ row: 5, domain: "northwind.example" }]);
      const none = await run(one, "lookup company --in plan.csv --plan --header-row none --column 2");
      assert.deepEqual([none.data["headerRow"], none.data["rows"]], [null, 6]);
      for (const [output, why] of [
        ["--fields nothing", /There is no column “nothing”/u],
        ["--out found.xlsx", /cannot end with \.xlsx/u],
      ] as const) {
        await assert.rejects(run(one, `lookup company --in plan.csv --plan ${output}`), why);
      }
      assert.deepEqual([one.paid, (await one.app.runs.list({})).length], [[], 0]);
    });

    const objects: readonly (readonly [kind: string, lines: readonly object[], asks: readonly unknown[]])[] = [
      [
        "company",
        [
          { domain: null, website: "https://a.example/x" },
          { domain: "b.example", website: "c.example" },
        ],
        [{ domain: "a.example" }, { domain: "b.example" }],
      ],
      ["company", [{ professional_network_id: "7", note: "d.example" }], [{ professional_network_id: 7 }]],
      [
        "person",
        [{ first_name: "Ada", last_name: "Lovelace", company_domain: "a.example" }],
        [{ person_name: "Ada Lovelace", company_domain: "a.example" }],
      ],
      [
        "person",
        [
          { person_professional_network_url: "https://network.example/in/ada" },
          { professional_network_url: "https://network.example/in/bob" },
        ],
        [
          { person_professional_network_url: "https://network.example/in/ada" },
          { person_professional_network_url: "https://network.example/in/bob" },
        ],
      ],
    ];
    for (const [kind, lines, asks] of objects) {
      it(`asks for ${JSON.stringify(asks)} of ${JSON.stringify(lines)}`, async () => {
        const one = rig();
        one.write("t.ndjson", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
        const { data } = await run(one, `lookup ${kind} --in t.ndjson --plan`);
        const rows = asks.map((ask, nth) => ({ row: nth + 2, ...Object(ask) }) as object);
        assert.deepEqual([data["asks"], data["skipped"]], [rows, []]);
      });
    }

    it("stops at its credits, writes what there is, and is resumed by its id", async () => {
      const one = rig();
      await run(one, "lookup company osprey-insurance.example");
      one.write("three.csv", "Domain\nnorthwind.example\ntopaz.example\nnobody-here.example\n");
      const { state, notes } = await run(one, "lookup company --in three.csv --max-credits 0.25 --out a.csv");
      const open = fileOf(one, "a.csv").match(/not looked up yet/gu)?.length ?? 0;
      assert.ok(state === "needsBudget" && open > 0, `${state}: ${notes}`);
      assert.match(notes, /"prospect resume R2" continues\.\n$/u);
      const end = await run(one, "resume latest --out a.csv --replace");
      assert.deepEqual([end.state, end.data["run"]], ["complete", "R2"]);
      const paid = one.paid.length;
      const finished = await run(one, "resume R2 --out a.csv --replace");
      const { reused, credits } = finished.data;
      assert.deepEqual([finished.state, reused, credits, one.paid.length], ["complete", true, 0, paid]);
      assert.doesNotMatch(fileOf(one, "a.csv"), /not looked up yet/u);
    });

    it("says that a company was found at another domain than the one that was asked, at every door", async () => {
      const one = rig({
        transport: (through) => async (request, signal) => {
          const reply = await through(request, signal);
          const body = Buffer.from(Buffer.from(reply.body).toString().replaceAll("northwind.example", "new.example"));
          return request.path === companyLookup ? { ...reply, body } : reply;
        },
      });
      const status = "found at another domain: new.example";
      const table = await run(one, "lookup company --in rows.csv --fields domain");
      assert.match(table.output, new RegExp(`^Northwind,northwind\\.example,new\\.example,${status}$`, "mu"));
      const shown = await run(one, "export R1 --fields domain,lookup_status");
      assert.equal(shown.output, `Domain,Lookup status\nnew.example,${status}\n`);
      const single = await run(one, "lookup company northwind.example");
      assert.deepEqual(
        [single.notes, single.data["doubt"]],
        [`Company northwind.example: ${status}.\n`, status.slice(6)],
      );
      const told = await one.call("look_up", { kind: "company", items: "northwind.example" });
      assert.match(told.text, /^Company northwind\.example \(.*\)\. Found at another domain: new\.example\.\n/u);
    });
  });

  describe("that finds people at companies", () => {
    it("asks for the companies of a table or a text, and writes the row of each", async () => {
      const one = rig();
      one.write("people.prospect.json", JSON.stringify({ search: "people", filters: {} }));
      const planned = await run(one, "people people.prospect.json --companies rows.csv --per-company 2 --plan");
      const { requests, records } = planned.data;
      // The first request asks for one record, which shows the price.
      assert.deepEqual([requests, records, one.paid], [3, 4, []]);
      assert.match(planned.lines.join(" "), /At most 3 requests and 4 people\./u);
      const { state, notes, data } = await run(
        one,
        "people people.prospect.json --companies rows.csv --per-company 2 --out p.csv --fields name",
      );
      assert.deepEqual([state, data["title"], one.paid.length], ["complete", "people at rows.csv", 3]);
      assert.equal(
        notes,
        "4 rows: 2 companies, 1 repeated, 1 not understood. Row 5: There is no domain in this row.\n" +
          "2 records written to p.csv.\n",
      );
      one.write("list.txt", "northwind.example\n");
      const text = await run(one, "people people.prospect.json --companies list.txt --records 3 --out -");
      assert.equal(text.output.split("\n").length, 5);
      assert.match(text.output, /^Company row,Company in list,/u);
      one.write("owned.csv", "Domain,Account owner\nnorthwind.example,Ann\n");
      const line = "people people.prospect.json --companies owned.csv --records 1 --out - --fields";
      const owned = await run(one, `${line} "name,account owner"`);
      assert.match(owned.output, /^Name,Account owner\n.+,Ann\n$/u);
    });

    it("refuses a search of companies, and one that names companies itself", async () => {
      const one = rig();
      one.write("c.prospect.json", JSON.stringify({ search: "company", filters: {} }));
      const named = { search: "people", filters: { current_company_domains: [{ value: "a.example" }] } };
      one.write("n.prospect.json", JSON.stringify(named));
      await assert.rejects(run(one, "people c.prospect.json --companies rows.csv"), /Only a search for people/u);
      await assert.rejects(run(one, "people n.prospect.json --companies rows.csv"), /Remove that filter\./u);
      assert.deepEqual(one.paid, []);
    });
  });

  describe("that runs a search", () => {
    it("uses the first records of a run that fetched at least as many", async () => {
      const one = rig();
      await run(one, "run a.prospect.json --records 12 --yes");
      const paid = one.paid.length;
      const fewer = await run(one, "run a.prospect.json --records 10 --yes --out few.csv");
      assert.deepEqual([fewer.data["run"], fewer.data["records"], fewer.data["reused"]], ["R1", 10, true]);
      assert.equal(fileOf(one, "few.csv").trim().split("\n").length, 11);
      const same = await run(one, "run a.prospect.json --records 10 --yes");
      assert.deepEqual([same.data["run"], same.data["records"], one.paid.length], ["R1", 10, paid]);
      assert.deepEqual([same.data["credits"], same.data["returned"]], [0, 0], "a script that sums credits counts once");
      assert.match(
        (same.data["stop"] as { readonly sentence: string }).sentence,
        /the first 10 records of 12 are used, and nothing was paid now\.$/u,
      );
      const more = await run(one, "run a.prospect.json --records 13 --yes");
      assert.deepEqual([more.data["run"], more.data["reused"], one.paid.length > paid], ["R2", undefined, true]);
    });

    it("prints its records alone with --out -", async () => {
      const one = rig();
      const { output, lines, notes } = await run(one, "run a.prospect.json --records 2 --out - --format ndjson");
      assert.deepEqual([output.trim().split("\n").length, lines], [2, []]);
      assert.equal(notes, "2 records written to standard output.\n");
    });
  });

  describe("about stored records", () => {
    it("reads them again when the database was recovered meanwhile", async () => {
      const one = rig();
      await run(one, "run a.prospect.json --records 2");
      let closed = 0;
      const store = aroundCalls(one.app.store, async (name, call) => {
        if (name === "exports.toBytes" && (closed += 1) === 1) {
          throw new StoreError("VIEW_CLOSED", "Closed.");
        }
        return call();
      });
      const { output } = await run(one, "export R1 --fields name", { store });
      assert.deepEqual([output.split("\n").length, closed], [4, 2]);
    });

    it("repeats the last export of a list, by its name, with the records that it has now", async () => {
      const one = rig();
      await run(one, "run a.prospect.json --records 3");
      const { recordLists } = one.store;
      const { id } = await recordLists.create({ id: "l1", name: "Call in May" });
      const [run1] = await one.app.runs.list({});
      const view = await one.store.views.open({ kind: "run", run: String(run1?.header.id) }, { columns: [], now: 0 });
      const keys = await one.store.views.keysAt(view.view);
      await recordLists.add(id, "person", keys.slice(0, 2), 2);
      await assert.rejects(run(one, 'export again "Call in May"'), /Nothing of this list was exported before/u);
      const source = rowsOfList({ id, name: "Call in May" }, "person");
      const request = await requestOf(one.app, source, { format: "csv", columns: ["name"] });
      await writeRecords(
        one.app,
        request,
        { file: path.join(one.folder, "call.csv"), replace: false },
        { onProgress: () => undefined },
      );
      assert.equal(fileOf(one, "call.csv"), "Name\nHanna Kozłowska\nWilliam Jones\n");
      await recordLists.add(id, "person", keys.slice(2), 3);
      const again = await run(one, 'export again "call in may" --replace');
      assert.deepEqual([again.data["records"], fileOf(one, "call.csv").split("\n").length], [3, 5]);
    });
  });
});

describe("the help of the command line", () => {
  it("lists every exit code", async () => {
    const overview = await helpText(undefined);
    for (const code of Object.values(exitCodes)) {
      assert.match(overview, new RegExp(`\\b${code} [a-z]`, "u"));
    }
  });

  it("lists every filter of both searches, with what it compares", async () => {
    const text = await helpText("filters");
    for (const { field, label, meaning } of [...filtersOf("company"), ...filtersOf("people")]) {
      assert.ok(
        text.split("\n").some((line) => line.startsWith(`  ${field} `) && line.includes(meaning)),
        label,
      );
    }
  });

  for (const name of verbNames) {
    it(`about ${name} begins with how it is used, and ends with examples`, async () => {
      const { forms = [], examples = [] } = (await describedVerb(name)) ?? {};
      const text = await helpText(name);
      assert.ok(text.startsWith(`prospect ${forms[0] ?? ""}`), text);
      const last = examples.at(-1) ?? "";
      assert.ok(last !== "" && text.trimEnd().endsWith(last), text);
      assert.ok((await helpText(undefined)).includes(`prospect ${forms[0] ?? ""}`), name);
      for (const line of text.split("\n")) {
        assert.ok(line.length <= 120, line);
      }
    });
  }
});

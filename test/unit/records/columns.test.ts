// What columns read from records, also from incomplete, odd and hostile ones.
import assert from "node:assert/strict";
import { pathColumn } from "../../../src/records/column";
import { cellText, columnInfo, columnOf, columnsOf } from "../../../src/records/columns";
import { LeafFinder } from "../../../src/records/leafColumns";
import { recordId, recordTitle, textOf } from "../../../src/records/record";
import { everyItem, pathText, valueAtPath } from "../../../src/records/recordPath";
import { parseExact } from "../../../src/service/exactJson";
import type { RecordKind } from "../../../src/service/operations";

/** Every path at which the records hold something, lists joined. */
function leavesOf(records: readonly unknown[]): readonly string[] {
  const finder = new LeafFinder();
  records.forEach((record) => finder.add(record));
  return finder.found().joined;
}

const kinds: readonly RecordKind[] = ["company", "person", "contact"];

function text(kind: RecordKind, id: string, record: unknown): string {
  const column = columnOf(kind, id);
  assert.ok(column, id);
  return cellText(column.value(record));
}

const company = {
  id: "c1",
  name: "Northwind",
  year_founded: 1998,
  headcount: 120,
  headcount_range: "51-200",
  company_type: "Cooperative",
  locations: {
    headquarters: { city: "Wien", country: "Austria", line2: "Wien, Austria" },
    offices: [{ line2: "Graz" }, { line1: "only a street" }, { line2: "Linz" }],
  },
  social_profiles: {
    professional_network: { id: 77, url: "https://network.example/company/northwind", connection_count: 0 },
  },
  specialties: ["a", "b"],
  technologies: [{ name: "PostgreSQL", logo_url: "x" }, { name: null }],
  industry: { main_industry: "Software" },
  logo_url: "",
};
const person = {
  id: "p1",
  full_name: "Ada Lovelace",
  employment: {
    current: {
      title: "Head",
      seniority: "Head",
      job_functions: [{ function: "Engineering", sub_function: "Platform" }, { function: "Research" }],
      company,
      start_at: "2020-05-01T00:00:00Z",
    },
    all: [{ title: "Head", company: { name: "Northwind" } }, { title: "Intern" }],
  },
  educations: [{ school_name: "Uni", degree: "MSc" }],
  languages: [{ language: "German", proficiency: "NATIVE" }],
  skills: null,
};

describe("columns", () => {
  it("leave out the items of a list that are unknown", () => {
    assert.equal(text("company", "specialties", { specialties: ["a", null, "b"] }), "a; b");
  });

  it("of positions and schools have no empty entries", () => {
    const all = [{}, { title: null, company: {} }, { title: "", company: { name: "Acme" } }, { title: "Intern" }, 7];
    assert.deepEqual(columnOf("person", "positions")?.value({ employment: { all } }), ["Acme", "Intern"]);
    assert.deepEqual(
      columnOf("person", "schools")?.value({ educations: [{ degree: "MSc", school_name: "Uni" }, { degree: 1 }] }),
      ["Uni, MSc"],
    );
    assert.equal(columnOf("person", "schools")?.value({ educations: "Uni" }), undefined);
  });

  for (const kind of kinds) {
    it(`of ${kind}: ids and labels occur once, some are shown, and the plain data can be sent`, () => {
      const columns = columnsOf(kind);
      assert.equal(new Set(columns.map(({ id }) => id)).size, columns.length);
      assert.equal(new Set(columns.map(({ label }) => label)).size, columns.length);
      assert.ok(columns.filter(({ visible }) => visible).length >= 8);
      assert.deepEqual(structuredClone(columns.map(columnInfo)), columns.map(columnInfo));
    });

    it(`of ${kind}: hold nothing for a record that is empty, null, a list or not JSON`, () => {
      const empties = [
        {},
        null,
        [],
        "text",
        5,
        undefined,
        { locations: {}, employment: null, contact_info: [], profile: { employment: { current: 3, all: {} } } },
      ];
      for (const column of columnsOf(kind)) {
        for (const record of empties) {
          assert.equal(cellText(column.value(record)), "", column.id);
          assert.equal(column.sortKey(record), undefined, column.id);
        }
      }
    });
  }

  it("show a company's fields", () => {
    assert.equal(text("company", "name", company), "Northwind");
    assert.equal(text("company", "city", company), "Wien");
    assert.equal(text("company", "offices", company), "Graz; Linz");
    assert.equal(text("company", "technologies", company), "PostgreSQL");
    assert.equal(text("company", "specialties", company), "a; b");
    assert.equal(text("company", "type", company), "Cooperative");
    assert.equal(text("company", "followers", company), "0");
  });

  it("show 0 as unknown where the interface says so, and the headcount's range in its place", () => {
    const unknown = { ...company, headcount: 0, year_founded: 0 };
    assert.equal(text("company", "headcount", company), "120");
    assert.equal(text("company", "headcount", unknown), "51-200");
    assert.equal(text("company", "headcount_exact", unknown), "");
    assert.equal(text("company", "year_founded", unknown), "");
    assert.equal(columnOf("company", "headcount")?.sortKey(unknown), 51);
    assert.equal(columnOf("company", "headcount")?.sortKey({ headcount_range: "10001+" }), 10_001);
  });

  it("show a person's current position, lists and positions", () => {
    assert.equal(text("person", "title", person), "Head");
    assert.equal(text("person", "company_name", person), "Northwind");
    assert.equal(text("person", "job_functions", person), "Engineering; Research");
    assert.equal(text("person", "skills", person), "");
    assert.equal(text("person", "schools", person), "Uni, MSc");
    assert.equal(text("person", "positions", person), "Head, Northwind; Intern");
    assert.equal(text("person", "name", { first_name: "Ada", last_name: "L" }), "Ada L");
    assert.equal(columnOf("person", "position_since")?.sortKey(person), Date.parse("2020-05-01T00:00:00Z"));
  });

  it("show a contact's emails, phones, profile and what was submitted", () => {
    const contact = {
      input: { first_name: "Ada", last_name: "L", company_domain: "n.example" },
      custom: { campaign: "spring", n: 3 },
      contact_info: {
        most_probable_work_email: { email: "a@n.example", status: "NEW_STATUS" },
        most_probable_phone: { number: "+43 1 234" },
        phones: [{ number: "+1" }, { number: "+2" }],
      },
      profile: person,
    };
    assert.equal(text("contact", "work_email", contact), "a@n.example");
    assert.equal(text("contact", "work_email_status", contact), "NEW_STATUS");
    assert.equal(text("contact", "phones", contact), "+1; +2");
    assert.equal(text("contact", "profile_title", contact), "Head");
    assert.equal(text("contact", "submitted_company_domain", contact), "n.example");
    assert.equal(text("contact", "custom", contact), "campaign: spring; n: 3");
    assert.equal(text("contact", "name", { input: contact.input }), "Ada L");
  });

  it("take any path for a column, and nothing that objects inherit", () => {
    assert.equal(text("person", "employment.all[1].title", person), "Intern");
    assert.equal(text("person", "languages[].language", person), "German");
    assert.equal(
      text("company", "locations.headquarters", { locations: { headquarters: { city: "Wien" } } }),
      '{"city":"Wien"}',
    );
    for (const path of ["constructor", "__proto__", "toString", "employment.constructor.name", "skills.length"]) {
      assert.equal(cellText(pathColumn(path).value({ employment: {}, skills: [1] })), "", path);
    }
    assert.equal(cellText(pathColumn("constructor").value({ constructor: "Contoso" })), "Contoso");
    assert.equal(columnOf("person", "<script>"), undefined);
  });
});

describe("a record", () => {
  it("keeps integers beyond 2^53 exact", () => {
    const record = parseExact('{"id":"c1","social_profiles":{"professional_network":{"id":9007199254740993123}}}');
    assert.equal(text("company", "network_id", record), "9007199254740993123");
    assert.equal(
      text("company", "network_id", parseExact('{"social_profiles":{"professional_network":{"id":77}}}')),
      "77",
    );
  });

  it("is no record when its text is not JSON", () => {
    assert.throws(() => parseExact("{half"), SyntaxError);
  });

  it("has an id by its kind", () => {
    assert.equal(recordId("company", company), "c1");
    assert.equal(recordId("contact", { profile: person }), "p1");
    assert.equal(recordId("person", {}), undefined);
  });

  it("that was submitted is recognized by the texts in its input, in whatever order they are", () => {
    const input = { z: "3", b: "1", company: "", n: 5, y: null, m: "2" };
    assert.equal(recordId("contact", { id: "x", input }), "1 · 2 · 3");
    assert.equal(recordId("contact", { input: Object.fromEntries(Object.entries(input).reverse()) }), "1 · 2 · 3");
    for (const none of [{}, { a: "" }, { a: 5 }, "text", null, undefined]) {
      assert.equal(recordId("contact", { input: none }), undefined);
    }
    assert.equal(recordId("company", { input }), undefined);
  });

  it("is decoded from its bytes alone when they are part of others", () => {
    const bytes = new TextEncoder().encode("before é after");
    assert.equal(textOf(bytes.subarray(7, 9)), "é");
    assert.equal(textOf(Buffer.from("before é after").subarray(7, 9)), "é");
  });
});

describe("paths", () => {
  it("read back as they were written, whatever the names", () => {
    for (const [steps, record, value] of [
      [["a", "b"], { a: { b: 1 } }, 1],
      [["a", 0, "b"], { a: [{ b: 2 }] }, 2],
      [["my.key", 'quo"te', "a b", "[0]"], { "my.key": { 'quo"te': { "a b": { "[0]": 3 } } } }, 3],
      [["__proto__"], JSON.parse('{"__proto__": 4}'), 4],
    ] as const) {
      assert.equal(valueAtPath(record, pathText(steps)), value);
    }
    assert.deepEqual(valueAtPath({ list: [{ x: 1 }, { x: 2 }] }, pathText(["list", "[]", "x"])), [1, 2]);
    assert.equal(valueAtPath({ custom: { "my.key": 1 } }, 'custom["my.key"]'), 1);
  });

  it("are written with dots, indexes, and quotes only where a name needs them", () => {
    assert.equal(pathText(["a", "b-c", 0, "d e", everyItem, 12]), 'a.b-c[0]["d e"][][12]');
    assert.equal(pathText(["my.key", "a"]), '["my.key"].a');
  });

  it("of every item give the known values as one list, also of lists in lists and of a list itself", () => {
    const record = { list: [{ x: 1 }, { x: null }, {}, { x: "" }, { x: 0 }, { x: false }, 5, { x: ["a", "b"] }] };
    assert.deepEqual(valueAtPath(record, "list[].x"), [1, 0, false, "a", "b"]);
    assert.deepEqual(valueAtPath([1, null, 2], "[]"), [1, 2]);
    assert.deepEqual(valueAtPath({ a: [{ b: [{ c: 1 }, { c: 2 }] }, { b: [{ c: 3 }] }, {}] }, "a[].b[].c"), [1, 2, 3]);
    assert.equal(valueAtPath({ list: { x: 1 } }, "list[].x"), undefined);
  });

  it("that are invalid are the name of nothing, or of exactly that", () => {
    for (const path of ["a b", "a..b", "a[", "a[x]", 'a["b]', "a[1234567]", "a.", '["\\u12"]']) {
      assert.equal(valueAtPath({ a: { b: 1, x: 1 }, b: 1, x: 1 }, path), undefined, path);
    }
    assert.equal(valueAtPath({ "a b": 1 }, "a b"), 1);
  });

  it("have any length, and reach neither what objects inherit nor the length of lists and texts", () => {
    const record = { a: { b: { c: { d: "deep", list: [["x"]] } } }, length: 3, text: "abc" };
    assert.equal(valueAtPath(record, "a.b.c.d"), "deep");
    assert.equal(valueAtPath(record, "a.b.c.list[0][0]"), "x");
    assert.equal(valueAtPath(record, "length"), 3);
    for (const path of [
      ...["a.b.c.d.length", "a.b.c.list.length", "a.b.c.list.length.x", "a.b.c.toString", "text.length", "text[0]"],
      ...["a.x.c.d", "a.b.c.d.e", "a.b.c.list[1]", "a.b.c.list.0", "text.constructor", "a.constructor.name.length"],
    ]) {
      assert.equal(valueAtPath(record, path), undefined, path);
    }
    for (const path of ["list.length", "x.list.length", "y.x.list.length"]) {
      const list = { list: [1] };
      assert.equal(valueAtPath({ ...list, x: list, y: { x: list } }, path), undefined, path);
    }
  });
});

describe("every leaf", () => {
  it("is found once, lists of records by their fields, unknown fields too", () => {
    const ids = leavesOf([person, { brand_new: { deep: true }, educations: [{ start_at: "x" }] }]);
    for (const id of [
      "id",
      "skills",
      "employment.current.company.headcount",
      "employment.current.job_functions[].function",
      "employment.all[].company.name",
      "educations[].start_at",
      "brand_new.deep",
    ]) {
      assert.ok(ids.includes(id), id);
    }
    assert.equal(new Set(ids).size, ids.length);
  });

  it("is one path in each of the three ways to write lists", () => {
    const finder = new LeafFinder();
    for (const record of [
      { plain: 1, list: ["a", null, "b"], of: [{ x: 1 }, { x: 2, y: [true] }], nothing: null, later: null, empty: {} },
      { later: { deep: "x" }, both: 1, mixed: ["a", { x: 1 }], none: [], zero: 0, no: false, text: "" },
      { both: { deep: "x" }, nested: [[1], [2, 3]] },
      { both: null },
      "no record",
    ]) {
      finder.add(record);
    }
    const ends = ["later.deep", "both", "both.deep"];
    assert.deepEqual(finder.found(), {
      joined: [
        ...["plain", "list", "of[].x", "of[].y", "nothing", ...ends],
        ...["mixed[]", "mixed[].x", "zero", "no", "text", "nested[]"],
      ],
      indexed: [
        ...["plain", "list[0]", "list[1]", "list[2]", "of[0].x", "of[1].x", "of[1].y[0]", "nothing", ...ends],
        ...["mixed[0]", "mixed[1].x", "zero", "no", "text", "nested[0][0]", "nested[1][0]", "nested[1][1]"],
      ],
      json: ["plain", "list", "of", "nothing", ...ends, "mixed", "zero", "no", "text", "nested"],
    });
  });

  it("is a path of at most 65 names or indexes, and deeper values are JSON there", () => {
    for (const [open, close, step] of [
      ['{"a":', "}", /a/g],
      ["[", "]", /\[0\]/g],
    ] as const) {
      const stepsOf = (depth: number): unknown => {
        const finder = new LeafFinder();
        finder.add(JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`));
        return finder.found().indexed.map((found) => found.match(step)?.length);
      };
      assert.deepEqual([stepsOf(64), stepsOf(65), stepsOf(66)], [[64], [65], [65]]);
    }
  });

  it("that is one of more than 16,000 fields or items is left out, and the others stay", () => {
    const found = (count: number, make: (index: number) => object) => {
      const finder = new LeafFinder();
      finder.add(make(count));
      finder.add({ later: 1 });
      return finder.found();
    };
    const fields = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index]));
    const whole = found(15_999, fields);
    assert.deepEqual([whole.joined.length, whole.joined.at(-1)], [16_000, "later"]);
    const cut = found(16_001, fields);
    assert.deepEqual([cut.joined.length, cut.joined.at(-1)], [16_000, "f15999"]);
    const items = found(16_001, (count) => ({ list: Array.from({ length: count }, () => 1) }));
    assert.deepEqual([items.indexed.length, items.indexed.at(-1)], [15_999, "list[15998]"]);
  });
});

describe("the name of a record", () => {
  for (const [kind, record, title] of [
    ["company", { name: "Acme", domain: "acme.example" }, "Acme"],
    ["company", { name: " ", domain: "acme.example" }, "acme.example"],
    ["person", { full_name: "Ada L.", first_name: "Ada" }, "Ada L."],
    ["person", { first_name: "Ada", last_name: "Lovelace" }, "Ada Lovelace"],
    ["person", { full_name: "", last_name: "Lovelace" }, "Lovelace"],
    ["person", { first_name: "Ada", last_name: null }, "Ada"],
    ["contact", { profile: { full_name: "Ada L." }, input: { first_name: "Eve" } }, "Ada L."],
    ["contact", { profile: null, input: { first_name: "Ada", last_name: "Lovelace" } }, "Ada Lovelace"],
    ["contact", { input: { first_name: "Ada" } }, "Ada"],
    ["company", undefined, "Record without a name"],
    ["company", { id: "c1", first_name: "Ada" }, "c1"],
    ["person", { id: 7, input: { first_name: "Eve" } }, "7"],
    ["contact", { first_name: "Eve", input: { email: "a@n.example" } }, "a@n.example"],
    ["contact", { profile: { id: "p1" }, input: {} }, "p1"],
    ["person", { id: "" }, "Record without a name"],
    ["person", { first_name: 7, last_name: [] }, "7"],
  ] as const) {
    it(`of ${JSON.stringify(record)} is ${title}`, () => assert.equal(recordTitle(kind, record), title));
  }

  it("in the columns is made of first and last name where there is no full name", () => {
    assert.equal(text("contact", "name", { input: { first_name: "Ada", last_name: "" } }), "Ada");
    assert.equal(text("contact", "name", { input: { first_name: "Ada", last_name: "Lovelace" } }), "Ada Lovelace");
    assert.equal(text("person", "name", { first_name: "Ada", last_name: "Lovelace" }), "Ada Lovelace");
    assert.equal(text("person", "name", { full_name: "Ada L.", first_name: "Eve" }), "Ada L.");
  });
});

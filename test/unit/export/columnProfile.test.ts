// Column profiles: their columns, how lists are written, and profiles from settings and documents.
import assert from "node:assert/strict";
import {
  builtInProfiles,
  ProfileScanner,
  idColumnOf,
  profileNeedsScan,
  resolveProfile,
  type FindColumn,
} from "../../../src/export/columnProfile";
import { cellText, type CellValue } from "../../../src/records/columns";
import type { ColumnProfile } from "../../../src/searches/columnProfiles";

const people = [
  {
    id: "1",
    full_name: "Ada",
    skills: ["a", "b"],
    educations: [{ school_name: "Uni", start_at: "2010-09-01T00:00:00Z" }],
    employment: { current: { start_at: "2020-05-01T12:00:00Z", company: { headcount: 0, headcount_range: "1-10" } } },
  },
  { id: "2", full_name: "Bo", skills: ["c", "d", "e"], brand_new: 5 },
];

function table(profile: ColumnProfile, records: readonly unknown[] = people): readonly (readonly string[])[] {
  const scanner = new ProfileScanner("person", profile);
  records.forEach((record) => scanner.add(record));
  const columns = resolveProfile("person", profile, scanner.result());
  return [
    columns.map(({ header }) => header),
    ...records.map((record) => columns.map((column) => cellText(column.value(record)))),
  ];
}

describe("a column profile", () => {
  it("determines order, headers and date format", () => {
    const profile: ColumnProfile = {
      name: "x",
      lists: "joined",
      columns: [
        { id: "position_since", format: "dateOnly" },
        { id: "name", header: "Person" },
        { id: "skills" },
        { id: "not.there" },
      ],
    };
    assert.deepEqual(table(profile), [
      ["In position since", "Person", "Skills", "not.there"],
      ["2020-05-01", "Ada", "a; b", ""],
      ["", "Bo", "c; d; e", ""],
    ]);
  });

  it("writes lists as a column for each item, or as JSON", () => {
    const columns = [{ id: "name" }, { id: "skills", header: "Skill" }];
    assert.deepEqual(table({ name: "x", lists: "indexed", columns }), [
      ["Name", "Skill[0]", "Skill[1]", "Skill[2]"],
      ["Ada", "a", "b", ""],
      ["Bo", "c", "d", "e"],
    ]);
    assert.deepEqual(table({ name: "x", lists: "json", columns }), [
      ["Name", "Skill"],
      ["Ada", '["a","b"]'],
      ["Bo", '["c","d","e"]'],
    ]);
  });

  it("writes at most 100 columns for one list", () => {
    const skills = Array.from({ length: 150 }, (_, index) => `skill ${index}`);
    const columns = [{ id: "skills", header: "Skill" }, { id: "name" }];
    const [header = []] = table({ name: "x", lists: "indexed", columns }, [{ skills }]);
    assert.deepEqual([header.length, ...header.slice(-2)], [101, "Skill[99]", "Name"]);
  });

  it("writes lists as columns in every case: without items, with one, with gaps, and where others have a text", () => {
    const columns = [{ id: "skills", header: "Skill" }, { id: "tags" }, { id: "name" }];
    const indexed: ColumnProfile = { name: "x", lists: "indexed", columns };
    assert.deepEqual(table(indexed, [{ full_name: "Ada" }]), [
      ["Skill[0]", "tags", "Name"],
      ["", "", "Ada"],
    ]);
    assert.deepEqual(table(indexed, [{ skills: [] }, { skills: ["a"], tags: "one" }, { skills: [] }]), [
      ["Skill[0]", "tags", "Name"],
      ["", "", ""],
      ["a", "one", ""],
      ["", "", ""],
    ]);
    assert.deepEqual(table(indexed, [{ skills: [null, "b"], tags: "one" }, { tags: ["x", "y"] }]), [
      ["Skill[0]", "Skill[1]", "tags[0]", "tags[1]", "Name"],
      ["", "b", "one", "", ""],
      ["", "", "x", "y", ""],
    ]);
    const [first] = resolveProfile("person", indexed, {
      leaves: new ProfileScanner("person", indexed).result().leaves,
      longestLists: new Map([["skills", 2]]),
      customNames: [],
    });
    assert.equal(first?.value({ skills: [null, "b"] }), undefined);
    assert.deepEqual([first?.id, first?.type], ["skills[0]", "text"]);
  });

  it("knows the types of its columns, and which values a spreadsheet would change", () => {
    const columns: ColumnProfile["columns"] = [
      ...[{ id: "phone" }, { id: "phone", format: "compactPhone" as const }, { id: "phones" }, { id: "work_email" }],
      ...[{ id: "contact_info.phones[0].number" }, { id: "contact_info.phones[].number" }, { id: "telephone" }],
      ...[{ id: "profile.company.headcount_range" }, { id: "profile.company.headcount" }, { id: "headcount_exact" }],
    ];
    const resolved = (lists: ColumnProfile["lists"]) => {
      const profile = { name: "x", lists, columns };
      return resolveProfile("contact", profile, new ProfileScanner("contact", profile).result());
    };
    const joined = resolved("joined");
    const ids = (chosen: readonly { readonly id: string }[]): readonly string[] => chosen.map(({ id }) => id);
    const phones = [{ number: "+14155550100" }, { number: "+436601234567" }];
    const record = { contact_info: { most_probable_phone: phones[0], phones } };
    assert.deepEqual(
      joined.slice(0, 6).map(({ id, value }) => [id, value(record)]),
      [
        ["phone", "+1 4155550100"],
        ["phone", "+14155550100"],
        ["phones", ["+1 4155550100", "+43 6601234567"]],
        ["work_email", undefined],
        ["contact_info.phones[0].number", "+1 4155550100"],
        ["contact_info.phones[].number", ["+1 4155550100", "+43 6601234567"]],
      ],
      "one form of a number, however its column is named",
    );
    assert.deepEqual(ids(joined.filter(({ range }) => range)), [
      ...["profile.company.headcount_range", "profile.company.headcount"],
    ]);
    assert.deepEqual(
      joined.slice(0, 4).map(({ type }) => type),
      ["phone", "phone", "list", "email"],
    );
    assert.deepEqual(
      resolved("json")
        .slice(0, 4)
        .map(({ type }) => type),
      ["phone", "phone", "text", "email"],
    );
  });

  it("has a column for each of the caller's own values, named like the value unless another column is", () => {
    const profile: ColumnProfile = { name: "x", lists: "joined", columns: [{ id: "name" }, { id: "custom" }] };
    assert.ok(profileNeedsScan(profile));
    const scanner = new ProfileScanner("contact", profile);
    const records = [
      { custom: { crm_id: "lead-1", Name: 7 } },
      { custom: { "my.key": { a: 1 } } },
      { custom: [1] },
      {},
    ];
    records.forEach((record) => scanner.add(record));
    const columns = resolveProfile("contact", profile, scanner.result());
    assert.deepEqual(
      columns.map(({ header }) => header),
      ["Name", "crm_id", "custom.Name", "my.key"],
    );
    assert.deepEqual(
      records.slice(0, 2).map((record) => columns.slice(1).map(({ value }) => value(record))),
      [
        ["lead-1", 7, undefined],
        [undefined, undefined, { a: 1 }],
      ],
    );
  });

  it("takes the day of a time and the digits of a phone number, and leaves other values as they are", () => {
    const read = (format: "dateOnly" | "compactPhone", value: CellValue): CellValue => {
      const profile: ColumnProfile = { name: "x", lists: "joined", columns: [{ id: "a", format }] };
      const scan = new ProfileScanner("person", profile).result();
      const find: FindColumn = () => ({ header: "A", type: "text", value: () => value });
      return resolveProfile("person", profile, scan, find)[0]?.value({});
    };
    assert.equal(read("dateOnly", "2024-03-01T09:30:00Z"), "2024-03-01");
    assert.equal(read("compactPhone", "+49 (30) 12-34/5.6"), "+4930123456");
    assert.equal(read("compactPhone", "+44 (0)20 7123 4567"), "+442071234567");
    assert.equal(read("compactPhone", "0044 20 7123 4567 x5; +1 555 0100"), "+442071234567 ext. 5; +15550100");
    const dates = Array.from({ length: 11 }, () => "2024-03-01T09:30:00Z");
    for (const value of ["2024-03-01", "in 2024-03-01T09:30:00Z", 2024, undefined, dates]) {
      assert.deepEqual(read("dateOnly", value), value);
    }
    for (const value of ["+49 30 or 31", "030 1234", "call +49", 4930, undefined, ["+49 30"]]) {
      assert.deepEqual(read("compactPhone", value), value);
    }
  });

  for (const kind of ["company", "person", "contact"] as const) {
    it(`is built in for ${kind}, with the id, unique headers, and numbers apart from range labels`, () => {
      for (const profile of builtInProfiles(kind).filter(({ columns }) => columns !== "everything")) {
        const ownValues = profile.columns !== "everything" && profile.columns.some(({ id }) => id === "custom");
        assert.equal(profileNeedsScan(profile), ownValues);
        const columns = resolveProfile(kind, profile, new ProfileScanner(kind, profile).result());
        assert.equal(new Set(columns.map(({ header }) => header)).size, columns.length);
        assert.ok(columns.some(({ id }) => id === idColumnOf(kind)));
        assert.ok(columns.every(({ id }) => !id.endsWith("headcount")));
      }
    });
  }

  it("is built in with the company's row only for people who were searched at a list of companies", () => {
    const first = (hasCompanies: boolean): readonly unknown[] =>
      builtInProfiles("person", { hasCompanies }).map(({ columns }) => columns !== "everything" && columns[0]?.id);
    assert.deepEqual(first(true), ["list_row", "list_row", false]);
    assert.ok(!first(false).includes("list_row"));
    assert.deepEqual(builtInProfiles("person"), builtInProfiles("person", {}));
  });
});

// Column profiles in the text of a saved search: read, warned about, added, replaced and removed.
import assert from "node:assert/strict";
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import { parseProfile, profileAsJson, type ColumnProfile } from "../../../src/searches/columnProfiles";
import { parseSearch } from "../../../src/searches/parseSearch";
import { newSearchText, removeProfile, saveProfile } from "../../../src/searches/searchEdits";

const sales: ColumnProfile = {
  name: "Sales",
  lists: "joined",
  columns: [{ id: "name" }, { id: "employment.current.title", header: "Role" }],
};
const everything: ColumnProfile = { name: "All", lists: "json", columns: "everything" };
const search = (settings: string): string => `{ "search": "people", "filters": {}, "export": ${settings} }`;

describe("column profiles in a saved search", () => {
  it("are read, without a warning", () => {
    const text = search(
      '{ "profiles": [{ "name": "Sales", "columns": ["name", { "id": "employment.current.title", "header": ' +
        '"Role" }] }, { "name": "All", "columns": "everything", "lists": "json" }] }',
    );
    const { document, problems } = parseSearch(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(document?.export, { profiles: [sales, everything] });
    assert.equal(parseSearch(newSearchText("company")).document?.export, undefined);
  });

  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ["no object", "5", /“export” must be an object/],
    ["an unknown key", '{ "profile": [] }', /“profile” is not a property of “export”/],
    ["no list", '{ "profiles": {} }', /list of column profiles/],
    ["a profile without columns", '{ "profiles": [{ "name": "x" }] }', /“columns” of the column profile “x”/],
    [
      "two of one name",
      '{ "profiles": [{ "name": "x", "columns": ["name"] }, { "name": " X", "columns": ["id"] }] }',
      /Two column profiles are named/,
    ],
  ];
  for (const [what, settings, message] of wrong) {
    it(`that are wrong (${what}) are warned about at their place, and the search still runs`, () => {
      const { document, problems } = parseSearch(search(settings));
      assert.ok(document);
      assert.deepEqual(
        problems.map(({ severity }) => severity),
        ["warning"],
      );
      assert.match(problems[0]?.message ?? "", message);
      assert.ok((problems[0]?.offset ?? 0) >= search(settings).indexOf('"export"'));
    });
  }

  it("are added, replaced and removed, and nothing else changes", () => {
    const before = newSearchText("people", { person_locations: [{ value: "Berlin" }] });
    const one = applyEdits(before, saveProfile(before, sales));
    assert.equal(
      one,
      before.replace(
        /\n\}\n$/,
        ',\n  "export": {\n    "profiles": [\n      { "name": "Sales", "columns": ["name", { "id": ' +
          '"employment.current.title", "header": "Role" }] }\n    ]\n  }\n}\n',
      ),
    );
    const two = applyEdits(one, saveProfile(one, everything));
    assert.deepEqual(parseSearch(two).document?.export?.profiles, [sales, everything]);
    const changed = applyEdits(two, saveProfile(two, { ...sales, name: "sales", columns: [{ id: "id" }] }));
    assert.deepEqual(
      parseSearch(changed).document?.export?.profiles.map(({ name }) => name),
      ["sales", "All"],
    );
    const back = applyEdits(changed, removeProfile(changed, "SALES"));
    assert.deepEqual(parseSearch(back).document?.export?.profiles, [everything]);
    assert.deepEqual(removeProfile(back, "Sales"), []);
    assert.deepEqual(parseSearch(back).problems, []);
  });

  it("are left alone where the text is not what is expected", () => {
    assert.deepEqual(saveProfile("[", sales), []);
    assert.deepEqual(saveProfile(search("5"), sales), []);
    assert.deepEqual(saveProfile(search('{ "profiles": 5 }'), sales), []);
  });

  it("are refused with the reason, or read and written back unchanged", () => {
    const refusal = (value: unknown): string | undefined => {
      const parsed = parseProfile(value);
      return parsed.ok ? undefined : parsed.message;
    };
    const id = "a".repeat(500);
    const tooLong = `${id}a`;
    const noObject = "A column profile must be an object with “name”, “columns” and “lists”.";
    const noName = "The column profile needs a name of at most 100 characters.";
    const noLists = '“lists” of the column profile “x” must be "joined", "indexed" or "json".';
    const noColumns = '“columns” of the column profile “x” must be "everything" or a list of 1 to 2000 columns.';
    for (const [message, values] of [
      [noObject, [undefined, null, 5, "x"]],
      [noName, [5, "", " ", "n".repeat(101)].map((name) => ({ name, columns: ["a"] }))],
      [noLists, [5, null, "rows"].map((lists) => ({ name: "x", columns: ["a"], lists }))],
      [noColumns, [undefined, "all", {}, [], Array(2001).fill("a")].map((columns) => ({ name: "x", columns }))],
    ] as const) {
      assert.deepEqual(values.map(refusal), Array(values.length).fill(message));
    }
    const wrongColumns = [
      ...[5, null, undefined, "", tooLong, {}, { id: "" }, { id: 5 }, { id: tooLong }, { id, header: 5 }],
      ...[
        { id, header: tooLong },
        { id, format: "bold" },
        { id, format: 5 },
        { id, or: 5 },
        { id, or: tooLong },
      ],
    ];
    for (const column of wrongColumns) {
      const expected = 'Column 2 of the column profile “x” is not valid. Write { "id": "name", "header": "Company" }.';
      assert.equal(refusal({ name: "x", columns: ["a", column, "b"] }), expected, JSON.stringify(column));
    }
    for (const profile of [
      { name: "n".repeat(100), columns: Array(2000).fill("a") },
      { name: "x", columns: [id, { id, header: id }, { id, format: "dateOnly" }, { id, format: "compactPhone" }] },
      { name: "x", columns: ["a", { id: "b", header: "", or: id }], lists: "indexed" },
      { name: "x", columns: "everything" },
      { name: "x", columns: "everything", lists: "json" },
    ]) {
      const parsed = parseProfile(profile);
      assert.ok(parsed.ok);
      assert.equal(parsed.profile.lists, profile.lists ?? "joined");
      assert.deepEqual(profileAsJson(parsed.profile), profile);
    }
  });
});

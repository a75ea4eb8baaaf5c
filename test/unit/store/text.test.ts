// How texts are compared. These forms are also saved with records and questions, so they must not change.
import assert from "node:assert/strict";
import { folded, normalizedAddress, normalizedQuestion, sortable } from "../../../src/store/text";

describe("texts that are compared", () => {
  it("have no case and no accents", () => {
    for (const [text, expected] of [
      ["Plain TEXT 1", "plain text 1"],
      ["ÄRZTE Zoë", "arzte zoe"],
      ["STRAßE straße", "strasse strasse"],
      ["ﬁne", "fine"],
      ["", ""],
    ] as const) {
      assert.equal(folded(text), expected);
    }
  });

  it("are sorted with numbers by their size", () => {
    assert.equal(sortable("Unit 9"), "unit 000000000000009");
    assert.equal(sortable("0010 Ä 0"), "000000000000010 a 000000000000000");
  });

  it("are the same address with or without a scheme, www, query and a slash at the end", () => {
    for (const [text, expected] of [
      ["HTTPS://www.Example.com/in/Jo/?x=1", "example.com/in/jo"],
      ["  example.com.  ", "example.com"],
      ["example.com/in/jo#about?x", "example.com/in/jo"],
      ["www.example.com", "example.com"],
      ["http://?x", ""],
      ["", ""],
    ] as const) {
      assert.equal(normalizedAddress(text), expected);
    }
  });

  it("are the same question whatever the order, case and spaces of what identifies a record", () => {
    for (const [identifiers, expected] of [
      [
        { person_name: "  Ada \n LOVELACE ", company_domain: "https://www.Engine.example/" },
        '[["company_domain","engine.example"],["person_name","ada lovelace"]]',
      ],
      [
        { company_domain: "engine.example", person_name: "ada lovelace" },
        '[["company_domain","engine.example"],["person_name","ada lovelace"]]',
      ],
      [{ c: "1", a: "www.x", b: " ", profile_url: "www.X/?a" }, '[["a","www.x"],["c","1"],["profile_url","x"]]'],
      [{ network_id: 7 }, '[["network_id","7"]]'],
      [{}, "[]"],
    ] as const) {
      assert.equal(normalizedQuestion(identifiers), expected);
    }
  });
});

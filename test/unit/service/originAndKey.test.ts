// What is typed for an address or a key: what is taken, and what is said about the rest.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseKey } from "../../../src/service/keyFormat";
import { parseOrigin } from "../../../src/service/origin";

describe("an origin", () => {
  for (const [text, origin] of [
    ["https://api.service.example", "https://api.service.example"],
    [" https://API.Service.example/ ", "https://api.service.example"],
    ["api.service.example", "https://api.service.example"],
    ["api.service.example:8443", "https://api.service.example:8443"],
    ["localhost:8443", "http://localhost:8443"],
    ["127.0.0.1:7070", "http://127.0.0.1:7070"],
    ["[::1]:7070/", "http://[::1]:7070"],
    ["localhost", "http://localhost"],
    ["localhost.evil.example", "https://localhost.evil.example"],
    ["127.0.0.1.evil.example", "https://127.0.0.1.evil.example"],
    ["https://api.service.example:443", "https://api.service.example"],
    ["HTTPS://api.service.example", "https://api.service.example"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:3000/", "http://127.0.0.1:3000"],
    ["http://127.1.2.3", "http://127.1.2.3"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["http://2130706433", "http://127.0.0.1"],
    ["https://müller.example", "https://xn--mller-kva.example"],
  ] as const) {
    it(`takes ${JSON.stringify(text)} as ${origin}`, () => {
      assert.deepEqual(parseOrigin(text), { ok: true, origin });
    });
  }

  for (const [text, says] of [
    ["", /Enter the address/],
    ["http://api.service.example", /https:\/\//],
    ["http://localhost.evil.example", /https:\/\//],
    ["http://127.0.0.1.evil.example", /https:\/\//],
    ["http://0.0.0.0:80", /https:\/\//],
    ["http://192.168.0.1", /https:\/\//],
    ["ftp://service.example", /https:\/\//],
    ["javascript:alert(1)", /https:\/\//],
    ["file:///etc/passwd", /https:\/\//],
    ["https://name:word@service.example", /name or password/],
    ["https://localhost@service.example", /name or password/],
    ["https://service.example/api/v2", /without a path/],
    ["https://service.example?key=1", /question mark/],
    ["https://service.example#", /hash/],
    ["https://service example", /space/],
    ["https://service\u200b.example", /invisible/],
    ["https:\\\\service.example", /https:\/\//],
    ["https://", /not an address|host name/],
    ["https://[::1", /not an address/],
    ["https:service.example", /https:\/\//],
  ] as const) {
    it(`refuses ${JSON.stringify(text)} in a sentence`, () => {
      const parsed = parseOrigin(text);
      assert.ok(!parsed.ok);
      assert.match(parsed.problem, says);
      assert.match(parsed.problem, /^[A-Z].+\.$/);
    });
  }

  it("is https or this machine, and only an origin, whatever was typed", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string({ unit: "binary" }),
          fc.string().map((text) => `http://${text}`),
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          const parsed = parseOrigin(text);
          if (parsed.ok) {
            const url = new URL(parsed.origin);
            assert.equal(url.origin, parsed.origin);
            assert.ok(
              url.protocol === "https:" ||
                ["localhost", "[::1]"].includes(url.hostname) ||
                url.hostname.startsWith("127."),
            );
            assert.deepEqual(parseOrigin(parsed.origin), parsed);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe("a key", () => {
  it("is refused by its length before anything else is checked", () => {
    for (const text of ["k".repeat(200_000), `k${" ".repeat(200_000)}k`, `"${"k\n".repeat(100_000)}"`]) {
      assert.deepEqual(parseKey(text), { ok: false, problem: "This is too long to be a key. Copy only the key." });
    }
    assert.equal(parseKey(`Authorization: Bearer ${"k".repeat(4096)}`).ok, true);
  });

  for (const text of [
    "abcdef-12345",
    "  abcdef-12345\n",
    "Bearer abcdef-12345",
    "bearer   abcdef-12345",
    "Authorization: Bearer abcdef-12345",
  ]) {
    it(`is found in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseKey(text), { ok: true, key: "abcdef-12345" });
    });
  }

  for (const text of ["${API_KEY}", "${env:API_KEY}", "Bearer ${API_KEY}", "$API_KEY", "$env:API_KEY", "%API_KEY%"]) {
    it(`names a variable that was not replaced: ${text}`, () => {
      const parsed = parseKey(text);
      assert.match(
        parsed.ok ? "" : parsed.problem,
        /^[$%].*API_KEY.* is the name of a variable that was not replaced/u,
      );
    });
  }

  it("may be short", () => {
    assert.deepEqual(parseKey("k1"), { ok: true, key: "k1" });
  });

  for (const [text, says] of [
    ["", /Paste the API key/],
    ["Bearer ", /Paste the API key/],
    ['"abcdef-12345"', /quotation/],
    ["'abcdef-12345'", /quotation/],
    ["“abcdef-12345”", /quotation/],
    ["abcdef 12345", /spaces/],
    ["abcdef\n12345", /line break/],
    ["abcdef\u000712345", /not allowed/],
    ["abcdef\u200b12345", /not allowed/],
    ["abcdéf-12345", /character/],
    ["••••••••••••", /masked form/],
    ["a".repeat(5000), /too long/],
  ] as const) {
    it(`is not ${JSON.stringify(text.slice(0, 20))}, which the answer does not repeat`, () => {
      const parsed = parseKey(text);
      assert.ok(!parsed.ok);
      assert.match(parsed.problem, says);
      assert.match(parsed.problem, /^[A-Z].+\.$/);
      assert.ok(text.trim().length < 6 || !parsed.problem.includes(text.trim()));
    });
  }
});

// Bodies of replies as nobody should send them: other JSON, no JSON, and pieces of it.
import fc from "fast-check";

/** `list` and `other`: the members that a reply should have. */
export const hostileReplies = (list: string, other: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.json({ maxDepth: 6 }),
    fc.string({ unit: "binary" }),
    fc.jsonValue().map((value) => JSON.stringify({ [other]: value, [list]: value })),
    fc
      .record(
        { [list]: fc.oneof(fc.constant(null), fc.array(fc.jsonValue())), [other]: fc.jsonValue() },
        { requiredKeys: [] },
      )
      .map((reply) => JSON.stringify(reply)),
    fc.array(fc.constantFrom(...pieces, `"${list}"`), { maxLength: 40 }).map((parts) => parts.join("")),
  );

const pieces = [
  ...["{", "}", "[", "]", '"', ":", ",", "\\", "12345678901234567890", "-", ".", "e9", "null", " "],
  '"__proto__"',
];

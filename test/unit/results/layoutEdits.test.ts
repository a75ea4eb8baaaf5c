// Changes of the columns' layout.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ColumnLayout } from "../../../webview-ui/messages/results";
import {
  canHide,
  movedBefore,
  steppedBy,
  withPin,
  withVisibility,
  withWidth,
} from "../../../webview-ui/results/layoutEdits";

/** "*a b (c)": a is pinned, c is hidden. */
function layoutOf(text: string): readonly ColumnLayout[] {
  return text.split(" ").map((word) => ({
    id: word.replace(/[*()]/g, ""),
    width: 100,
    visible: !word.includes("("),
    pinned: word.startsWith("*"),
  }));
}

const textOf = (layout: readonly ColumnLayout[] | undefined): string | undefined =>
  layout?.map(({ id, pinned, visible }) => `${pinned ? "*" : ""}${visible ? id : `(${id})`}`).join(" ");

describe("layout edits", () => {
  it("move in front of a column or to the end; a place between pinned columns pins", () => {
    assert.equal(textOf(movedBefore(layoutOf("a b c"), "c", "a")), "c a b");
    assert.equal(textOf(movedBefore(layoutOf("a b c"), "a", undefined)), "b c a");
    assert.equal(textOf(movedBefore(layoutOf("*a *b c"), "c", "b")), "*a *c *b");
    assert.equal(textOf(movedBefore(layoutOf("*a b c"), "a", "c")), "b a c");
    assert.equal(textOf(movedBefore(layoutOf("*a b c"), "c", "b")), "*a c b", "at the border it stays as it was");
    assert.equal(textOf(movedBefore(layoutOf("*a *b c"), "a", "c")), "*b *a c");
  });

  it("never hide the last visible column", () => {
    assert.equal(textOf(withVisibility(layoutOf("a b"), "a", false)), "(a) b");
    assert.equal(canHide(layoutOf("(a) b"), "b"), false);
    assert.equal(textOf(withVisibility(layoutOf("(a) b"), "b", false)), "(a) b");
  });

  it("keep every column once, with the pinned ones first", () => {
    const ids = ["a", "b", "c", "d", "e"];
    const edit = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(undefined, ...ids), fc.nat(4));
    fc.assert(
      fc.property(fc.array(edit), (edits) => {
        let layout = layoutOf("*a b c (d) e");
        for (const [id, other, kind] of edits) {
          const next = [
            () => withPin(layout, id, true),
            () => withPin(layout, id, false),
            () => movedBefore(layout, id, other),
            () => steppedBy(layout, id, 1) ?? layout,
            () => withVisibility(withWidth(layout, id, 70), id, false),
          ][kind]?.();
          layout = next ?? layout;
        }
        assert.deepEqual(layout.map(({ id }) => id).sort(), ids);
        const firstOther = layout.findIndex(({ pinned }) => !pinned);
        assert.ok(firstOther < 0 || layout.slice(firstOther).every(({ pinned }) => !pinned), textOf(layout));
        assert.ok(layout.some(({ visible }) => visible));
      }),
    );
  });
});

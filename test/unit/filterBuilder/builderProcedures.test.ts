// Which inputs of its procedures the filter builder's host accepts.
import assert from "node:assert/strict";
import { builderProcedures, type BuilderProcedures } from "../../../webview-ui/messages/filterBuilder";

describe("the input of a procedure", () => {
  const edit = (value: unknown): unknown => ({
    serial: 1,
    edit: { kind: "addItems", field: "names", items: [value] },
  });
  const credits = (limit: unknown): unknown => ({
    serial: 1,
    edit: { kind: "setFetch", settings: { credits: limit } },
  });
  const isValid = (name: keyof BuilderProcedures, input: unknown): boolean =>
    builderProcedures[name].safeParse(input).success;
  for (const [name, input] of [
    ["run", undefined],
    ["reportUncommitted", { reasons: ["x"], input: "{}" }],
    ["edit", credits(0.5)],
    ["edit", credits(0)],
    ["edit", credits(null)],
    ["edit", edit({ value: "a", exclude: true })],
    ["edit", edit({ min: 1 })],
    ["openAsText", undefined],
    ["stop", undefined],
  ] as const) {
    it(`is accepted: ${name} ${JSON.stringify(input)}`, () => assert.equal(isValid(name, input), true));
  }
  for (const [name, input] of [
    ["ready", null],
    ["run", {}],
    ["edit", credits(-1)],
    ["edit", credits(Infinity)],
    ["edit", credits(1e12)],
    ["edit", credits("0.5")],
    ["edit", edit({ value: "" })],
    ["edit", edit({ value: 1.5 })],
    ["edit", edit({ value: "a", html: "b" })],
    ["openAsText", -1],
  ] as const) {
    it(`is refused: ${name} ${JSON.stringify(input)}`, () => assert.equal(isValid(name, input), false));
  }
});

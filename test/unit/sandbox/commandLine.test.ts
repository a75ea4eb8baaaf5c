// The arguments of `npm run sandbox`.
import assert from "node:assert/strict";
import { help, parseCommand } from "../../sandboxServer/commandLineOptions";
import { faultFields, faultPlanSchema } from "../../sandboxServer/faults";
import { priceFields, pricePlanSchema } from "../../sandboxServer/prices";

describe("the sandbox's command line", () => {
  it("has a default for everything", () => {
    assert.deepEqual(parseCommand([]), {
      command: {
        port: 7070,
        key: "demo-key",
        companies: 5000,
        people: 20_000,
        balance: 1000,
        seed: 1,
        month: 0,
        prices: undefined,
        faults: undefined,
      },
    });
  });

  it("accepts every option", () => {
    const args =
      "--port 0 --key another-key --companies=10 --people 20 --balance 30 --seed 40 --month 2 --prices prices.json " +
      "--faults plan.json";
    assert.deepEqual(parseCommand(args.split(" ")), {
      command: {
        port: 0,
        key: "another-key",
        companies: 10,
        people: 20,
        balance: 30,
        seed: 40,
        month: 2,
        prices: "prices.json",
        faults: "plan.json",
      },
    });
  });

  it("shows its help, which names every option", () => {
    assert.deepEqual(parseCommand(["--help"]), { help: true });
    for (const name of ["port", "key", "companies", "people", "balance", "seed", "month", "prices", "faults", "help"])
      assert.ok(help.includes(`--${name} `), name);
  });

  it("explains every field of a price and of a fault", () => {
    for (const [name, field] of [...Object.entries(priceFields), ...Object.entries(faultFields)]) {
      assert.ok((field.description ?? "").length > 10, name);
      assert.match(
        help,
        new RegExp(`^  ${name} +${field.description?.slice(0, 10).replace(/[{[(]/g, "\\$&") ?? ""}`, "m"),
      );
    }
    assert.deepEqual(
      help.split("\n").filter((line) => line.length > 120),
      [],
    );
  });

  it("shows examples of plans that are valid", () => {
    const [prices, faults] = help.split("\n").filter((line) => line.startsWith("{"));
    assert.ok(pricePlanSchema.safeParse(JSON.parse(prices ?? "")).success);
    assert.ok(faultPlanSchema.safeParse(JSON.parse(faults ?? "")).success);
  });

  it("explains what is wrong with an argument", () => {
    for (const [args, words] of [
      [["--port", "70000"], /--port must be a whole number from 0 to 65535/],
      [["--people", "1e3"], /--people must be a whole number/],
      [["--companies", "0"], /--companies must be/],
      [["--key", "short"], /--key must have at least 8 characters/],
      [["--unheard", "1"], /unheard/],
      [["stray"], /stray/],
      [["--port"], /--port/],
    ] as const) {
      const parsed = parseCommand(args);
      assert.ok("problem" in parsed, args.join(" "));
      assert.match(parsed.problem, words);
    }
  });
});

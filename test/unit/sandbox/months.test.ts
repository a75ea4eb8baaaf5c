// The sandbox some months later: how much changes, and that nothing depends on the way there.
import assert from "node:assert/strict";
import { Sandbox } from "../../sandboxServer/sandbox";

describe("the sandbox some months later", function () {
  const now = Date.UTC(2026, 0, 15);
  const open = (seed: number, month = 0): Sandbox =>
    new Sandbox({
      ...{ seed, month, companies: 300, people: 600 },
      clock: { now: () => now, sleep: async () => undefined },
      keys: [{ key: "sandbox-key", workspaceId: "w", balance: 1e9 }],
    });

  it("is a month's worth: a few people in a hundred, and every fourth company", async () => {
    const sandbox = open(1);
    const people = await sandbox.changes("people", {}, 0, 1);
    const companies = await sandbox.changes("company", {}, 0, 1);
    const share = (some: number, all: number): number => Math.round((some / all) * 100);
    assert.ok([3, 4, 5, 6, 7].includes(share(people.changed.size, 600)), String(people.changed.size));
    assert.ok(people.new.length > 0 && people.gone.length > 0);
    assert.ok(Math.abs(share(companies.changed.size, 300) - 25) < 8, String(companies.changed.size));
    const values = [...people.changed.values()].flatMap((before) => Object.keys(before));
    for (const name of ["title", "seniority", "company_name", "company_domain", "city", "country"]) {
      assert.ok(values.includes(name), name);
    }
    const nothing = await sandbox.changes("people", {}, 2, 2);
    assert.deepEqual([nothing.new, nothing.gone, nothing.changed.size], [[], [], 0]);
  });

  it("is the same however the month was reached, and keeps what was charged", async () => {
    const sandbox = open(3);
    const before = sandbox.person("p0000007");
    await sandbox.handle({
      method: "POST",
      path: "/api/v2/people/search",
      headers: { authorization: "Bearer sandbox-key", "content-type": "application/json" },
      body: Buffer.from('{"limit":100}'),
    });
    const balance = sandbox.balance("sandbox-key");
    sandbox.refresh();
    sandbox.refresh();
    assert.equal(sandbox.month, 2);
    assert.ok(balance !== undefined && balance < 1e9);
    assert.equal(sandbox.balance("sandbox-key"), balance);
    const other = open(3, 2);
    for (let index = 0; index < 600; index += 1) {
      const id = `p${String(index).padStart(7, "0")}`;
      assert.deepEqual(sandbox.person(id), other.person(id));
    }
    sandbox.setMonth(0);
    assert.deepEqual(sandbox.person("p0000007"), before);
  });

  it("keeps the dates of positions that nobody left", () => {
    const [first, later] = [open(5), open(5, 7)];
    let same = 0;
    for (let index = 0; index < 600; index += 1) {
      const id = `p${String(index).padStart(7, "0")}`;
      const [one, other] = [first.person(id)?.employment, later.person(id)?.employment];
      const [before, after] = [one?.current, other?.current];
      const stayed = before?.title === after?.title && one?.all?.length === other?.all?.length;
      if (before && after && stayed && before.company?.id === after.company?.id) {
        assert.equal(after.start_at, before.start_at, id);
        assert.ok(Date.parse(after.start_at ?? "2000-01-01") <= later.asOf);
        same += 1;
      }
    }
    assert.ok(same > 350, String(same));
  });
});

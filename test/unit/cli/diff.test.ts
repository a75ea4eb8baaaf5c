// The verb for pull requests: what an edited search asks for, without a paid request.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { useRigs, peopleSearch, type AgentRig } from "../agents/agentRig";
import { runCommand as run } from "./commandRig";

describe("prospect diff", () => {
  const rig = useRigs();
  let one: AgentRig;
  beforeEach(() => {
    one = rig({ creditsPerDay: 1_000 });
    write("a", peopleSearch);
  });

  const write = (name: string, search: object): void => one.write(`${name}.prospect.json`, JSON.stringify(search));
  const edited = {
    search: "people",
    filters: {
      current_position_seniority_level: [{ value: "VP" }, { value: "Director" }, { value: "Intern", exclude: true }],
      person_locations: [{ value: "Germany" }],
    },
    fetch: { records: 60, credits: 40 },
    leaveOut: ["customers.csv"],
  };

  it("says which filters changed, what of the fetched records enters or leaves, and the price", async () => {
    await run(one, "run a.prospect.json");
    one.paid.length = 0;
    one.write("customers.csv", "domain\nnobody.example\n");
    write("b", edited);
    const { state, lines, data } = await run(one, "diff a.prospect.json b.prospect.json");
    assert.equal(state, "complete");
    assert.deepEqual(one.paid, []);
    assert.deepEqual(lines.slice(0, 5), [
      "- Seniority: also “Director”; excludes “Intern”.",
      "- New filter: person's location is “Germany”.",
      "- Records to fetch: 60 instead of 20.",
      "- Credit limit: 40 instead of no limit.",
      "- New leave-out list: customers.csv.",
    ]);
    const { records } = await recordsOf(one);
    const german = records.filter(({ country }) => country === "Germany").length;
    assert.ok(german > 0 && german < 20, String(german));
    assert.equal(
      lines[5],
      `- Of 20 records fetched so far, ${german} match. 20 matched before, 0 enter, ${20 - german} leave.`,
    );
    assert.match(lines[6] ?? "", /^- Fetch 60 records, about 15 credits\./u);
    assert.deepEqual(data["plan"], { records: 60, credits: 15, priceKnown: true });
  });

  it("ends with 3 above a budget, and while the price is not known", async () => {
    one.write("budget.json", '{"credits": 4}');
    const unknown = await run(one, "diff a.prospect.json a.prospect.json --budget budget.json");
    assert.equal(unknown.state, "needsBudget");
    assert.match(unknown.lines.at(-1) ?? "", /The price is not known/u);
    await run(one, "run a.prospect.json");
    const above = await run(one, "diff a.prospect.json a.prospect.json --budget budget.json");
    assert.equal(above.state, "needsBudget");
    assert.equal(above.lines[0], "- Both searches ask for the same.");
    assert.equal(above.lines.at(-1), "- Above the budget: a run costs about 5 credits, 4 are allowed.");
    one.write("budget.json", '{"credits": 5}');
    assert.equal((await run(one, "diff a.prospect.json a.prospect.json --budget budget.json")).state, "complete");
    one.write("budget.json", '{"credit": 5}');
    await assert.rejects(run(one, "diff a.prospect.json a.prospect.json --budget budget.json"), /is not a budget/u);
  });

  it("reads files of git revisions, where a search can be new or removed", async () => {
    const git = (...args: readonly string[]): unknown =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@a.example", ...args], { cwd: one.folder });
    git("init", "--quiet");
    git("add", "a.prospect.json");
    git("commit", "--quiet", "--message", "One");
    write("a", { ...peopleSearch, fetch: { records: 30 } });
    write("b", peopleSearch);
    const first = async (line: string): Promise<string | undefined> => (await run(one, line)).lines[0];
    assert.equal(await first("diff HEAD:a.prospect.json a.prospect.json"), "- Records to fetch: 30 instead of 20.");
    assert.equal(await first("diff HEAD:b.prospect.json b.prospect.json"), "- New search.");
    assert.equal(await first("diff a.prospect.json HEAD:b.prospect.json"), "- The search was removed.");
    await assert.rejects(run(one, "diff nothing:a.prospect.json a.prospect.json"), /git knows no revision/u);
    await assert.rejects(
      run(one, "diff HEAD:x.prospect.json HEAD:y.prospect.json"),
      /Neither of both searches exists/u,
    );
    await assert.rejects(run(one, "diff missing.prospect.json a.prospect.json"), /does not exist/u);
  });

  it("prints nothing of the records, and no value that could end the list in a comment", async () => {
    await run(one, "run a.prospect.json");
    write("b", { ...edited, leaveOut: [], filters: { person_locations: [{ value: "x\n```\n@everyone" }] } });
    const { output, lines } = await run(one, "diff a.prospect.json b.prospect.json");
    assert.ok(lines.every((line) => line.startsWith("- ") && !line.includes("\n")));
    const { records } = await recordsOf(one);
    assert.ok(records.every(({ name }) => !`${output}${lines.join("")}`.includes(name)));
  });
});

async function recordsOf(one: AgentRig): Promise<{ readonly records: readonly { name: string; country: string }[] }> {
  const { output } = await run(one, "export latest --format ndjson");
  const people = output.trim().split("\n");
  return {
    records: people.map((line) => {
      const { full_name: name, location } = JSON.parse(line) as { full_name: string; location: { country: string } };
      return { name, country: location.country };
    }),
  };
}

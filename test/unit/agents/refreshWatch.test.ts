// The tool that refreshes a watch: its plan is free, a refresh stays within what was agreed, and its news are data.
import assert from "node:assert/strict";
import { previewTool } from "../../../src/agents/callTool";
import { refreshWatchTool } from "../../../src/agents/tools/refreshWatch";
import { Sandbox } from "../../sandboxServer/sandbox";
import { testClock } from "../runs/runRig";
import { price, useRigs } from "./agentRig";

const file = "team.watch.json";
const ids = Array.from({ length: 80 }, (_, nth) => `p${String(nth).padStart(7, "0")}`);

describe("refresh_watch", () => {
  const rig = useRigs();

  it("says for free what is due, asks for it with max_credits, and reads the news until they are handled", async () => {
    const sandbox = new Sandbox({ clock: testClock(), companies: 50, people: 80, prices: { all: price } });
    const one = rig({ creditsPerDay: 1_000, transport: () => sandbox.transport });
    one.write(file, JSON.stringify({ records: { ids }, budget: 50 }));
    const plan = await one.call("refresh_watch", { file });
    assert.match(
      plan.text,
      /^Due: 80 of 80 records\. Fetch up to 80 records\.[^]*No news\.\nCost: nothing\.\nNext: tell the user/u,
    );
    assert.deepEqual([plan.data["due"], plan.data["run"], plan.data["credits"]], [80, null, 50]);
    assert.equal((await one.app.runs.list({})).length, 0);
    const { data } = await one.call("refresh_watch", { file, max_credits: 50 });
    assert.deepEqual([data["due"], data["credits"], data["newsCount"]], [80, 80 * price, 0]);
    const nothing = await one.call("refresh_watch", { file, max_credits: 50 });
    assert.match(
      nothing.text,
      /^Nothing is due: 80 records, fetched in the last 30 days\.\nNo news\.\nCost: nothing\./u,
    );
    sandbox.setMonth(9);
    one.clock.advance(31 * 86_400_000);
    const capped = await one.call("refresh_watch", { file, max_credits: 1 });
    assert.equal(capped.data["credits"], 1);
    const rest = await one.call("refresh_watch", { file, max_credits: 50, limit: 2 });
    assert.equal(rest.data["due"], 76);
    const [news = [], count] = [rest.data["news"] as readonly object[], Number(rest.data["newsCount"])];
    assert.ok(news.length === 2 && count > 2, rest.text);
    assert.ok(rest.text.includes(`News: ${count}, the latest 2 here.`));
    assert.ok(rest.text.includes(JSON.stringify(news[0])) && !rest.sentence.includes(JSON.stringify(news[0])));
    const handled = await one.call("refresh_watch", { file, handled: true });
    assert.equal(handled.data["newsCount"], count);
    assert.equal((await one.call("refresh_watch", { file })).data["newsCount"], 0);
  });

  it("says before it is confirmed what it would do", async () => {
    const one = rig();
    one.write(file, JSON.stringify({ records: { ids: ids.slice(0, 20) }, budget: 50 }));
    assert.deepEqual(await previewTool(one.app, refreshWatchTool, { file }), {
      preview: { sentence: "Read the news of “team”: nothing is sent.", credits: 0 },
    });
    const { preview } = (await previewTool(one.app, refreshWatchTool, { file, max_credits: 30 })) as {
      readonly preview: { readonly sentence: string; readonly credits: number };
    };
    assert.match(preview.sentence, /^Refresh “team”: Fetch 20 records\./u);
    assert.equal(preview.credits, 20);
    assert.equal(one.paid.length, 0);
  });
});

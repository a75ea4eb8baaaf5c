// The card in the chat: who gets one, what is in it, and what a click on it agrees to.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { Approvals, cardUri } from "../../../src/agents/card";
import { describeTool } from "../../../src/agents/tool";
import { allTools } from "../../../src/agents/tools/allTools";
import type { App, QuestionSubject } from "../../../src/app/app";
import { removeFolders } from "../store/rig";
import { agentRig, peopleSearch, price, type AgentRig } from "./agentRig";
import { cardClient, cardIn, type CardClient, type CardClientOptions } from "./cardRig";

const file = "a.prospect.json";
/** Credits for all records of the search: planned while no price is known, and charged. */
const [whole, charged] = [peopleSearch.fetch.records, peopleSearch.fetch.records * price];

describe("the card in the chat", () => {
  let rig: AgentRig;
  let open: CardClient[] = [];

  beforeEach(() => {
    rig = agentRig();
    rig.write(file, JSON.stringify(peopleSearch));
  });
  afterEach(async () => {
    await Promise.all(open.map(({ close }) => close()));
    open = [];
    await rig.close();
    removeFolders();
  });

  const connect = async (options?: CardClientOptions, app = rig.app): Promise<CardClient> => {
    const connected = await cardClient(app, options);
    open.push(connected);
    return connected;
  };

  const planned = async ({ call }: CardClient, input: object = { file }): Promise<Record<string, unknown>> => {
    const offer = cardIn(await call("plan_search", input))?.offer;
    assert.ok(offer);
    return { ...offer.input };
  };

  it("is named by the tools that have one, for clients that can show it", async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    const named = tools.filter(
      ({ _meta }) => JSON.stringify(_meta) === JSON.stringify({ ui: { resourceUri: cardUri } }),
    );
    assert.deepEqual(
      named.map(({ name }) => name),
      ["plan_search", "run_search", "read_records", "compare_runs"],
    );
  });

  it("is nothing that other clients notice", async () => {
    const { client, call } = await connect({ showsCards: false });
    const { tools } = await client.listTools();
    assert.deepEqual(tools, JSON.parse(JSON.stringify(allTools.map(describeTool))));
    const result = await call("plan_search", { file });
    assert.deepEqual(Object.keys(result).sort(), ["content", "structuredContent"]);
    assert.doesNotMatch(JSON.stringify(result), /card|button|approval/);
  });

  it("is one page that loads nothing and runs one script", async () => {
    const script = "document.title = '</' + 'script>';";
    const { client } = await connect({ script });
    const { contents } = await client.readResource({ uri: cardUri });
    const [page] = contents;
    assert.ok(page !== undefined && "text" in page && contents.length === 1);
    assert.equal(page.mimeType, "text/html;profile=mcp-app");
    assert.deepEqual(page._meta, {
      ui: {
        csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
        prefersBorder: true,
      },
    });
    const hash = createHash("sha256").update(script).digest("base64");
    assert.match(page.text, /^<!DOCTYPE html>\n<html lang="en">\n<head>/);
    assert.ok(page.text.includes(`content="default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; form-`));
    assert.ok(page.text.includes(`<script>${script}</script>`));
    assert.doesNotMatch(page.text, /https?:/);
    await assert.rejects(client.readResource({ uri: "ui://prospect-desk/other" }));
    const listed = (await client.listResources()).resources;
    assert.ok(!listed.some(({ uri }) => uri.startsWith("ui:")), "the tools name it");
    assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, []);
  });

  it("of a plan says what is asked, and the secret of its button is nowhere else", async () => {
    const { call } = await connect();
    const result = await call("plan_search", { file });
    const card = cardIn(result);
    assert.ok(card?.offer);
    const { approval, ...input } = card.offer.input;
    const { token } = result.structuredContent as { readonly token: string };
    assert.deepEqual(input, { file, token });
    assert.equal(card.offer.label, `Run for up to ${whole} credits`);
    assert.ok(typeof approval === "string" && approval.length === 32);
    const { _meta, ...seen } = result;
    assert.doesNotMatch(JSON.stringify(seen), new RegExp(approval));
    for (const text of [JSON.stringify(seen.content), JSON.stringify(seen.structuredContent)]) {
      assert.match(text, /wait for the user's answer/);
    }
    assert.equal(card.title, "a");
    assert.match(
      card.lines.join("\n"),
      /VP.*\nFetch 20 records\. The price.*20 credits\.\nThe run pauses and asks again/s,
    );
    assert.equal(card.table, undefined, "a sample would cost credits");
    assert.deepEqual(rig.paid, []);
  });

  it("of a plan does not wait long for the number of records that are here", async () => {
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const count: App["store"]["matches"]["count"] = (_filters, watch) =>
      new Promise((_resolve, reject) => {
        watch?.signal?.addEventListener("abort", () => reject(new Error("stopped")));
        setImmediate(asked);
      });
    const store = Object.create(rig.app.store, { matches: { value: { count } } }) as App["store"];
    const { call } = await connect({}, { ...rig.app, store });
    const result = call("plan_search", { file });
    await isAsked;
    rig.clock.advance(1_000);
    const card = cardIn(await result);
    assert.ok(card?.offer);
    assert.doesNotMatch(card.lines.join(), /already/);
  });

  const refused = (result: CallToolResult): void => {
    assert.equal(result.isError, true, JSON.stringify(result.content));
    assert.match(JSON.stringify(result.content), /Nobody can be asked here, so nothing was sent/);
    assert.deepEqual(rig.paid, []);
  };

  it("runs by a click what it says, without another question and at no more than it says", async () => {
    const client = await connect();
    const ran = await client.call("run_search", await planned(client));
    assert.equal(ran.isError, undefined, JSON.stringify(ran.content));
    const { records, credits } = ran.structuredContent as { readonly records: number; readonly credits: number };
    assert.deepEqual([records, credits], [20, charged]);
    const card = cardIn(ran);
    assert.equal(card?.offer, undefined);
    assert.equal(card?.table?.rows.length, 10);
    assert.equal(card.table.caption, "10 of 20 records");
    assert.match(card.lines.join("\n"), /Cost: 5 credits\.\nAll of them are in VS Code/);
  });

  it("is good once", async () => {
    const client = await connect();
    const input = await planned(client);
    assert.equal((await client.call("run_search", input)).isError, undefined);
    rig.paid.length = 0;
    refused(await client.call("run_search", input));
  });

  it("is good for one call, also when that call is refused", async () => {
    const client = await connect();
    const input = await planned(client);
    rig.write(file, JSON.stringify({ ...peopleSearch, fetch: { records: 19 } }));
    assert.match(JSON.stringify(await client.call("run_search", input)), /The token is of another plan/);
    rig.write(file, JSON.stringify(peopleSearch));
    refused(await client.call("run_search", input));
  });

  for (const [what, change] of [
    ["an invented secret", { approval: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["no text as a secret", { approval: { toString: "x" } }],
    ["no secret", { approval: undefined }],
    ["another limit", { max_credits: 3 }],
    ["another number of records", { records: 20 }],
    ["a second payment", { again: true }],
    ["another name", { title: "Other" }],
  ] as const) {
    it(`does not cover ${what}`, async () => {
      const client = await connect();
      refused(await client.call("run_search", { ...(await planned(client)), ...change }));
    });
  }

  it("does not cover a token with another sum", async () => {
    const client = await connect();
    const input = await planned(client);
    const token = String(input["token"]).replace(`plan-${whole}-`, "plan-500-");
    refused(await client.call("run_search", { ...input, token }));
  });

  it("does not cover another search, or another tool", async () => {
    rig.write("b.prospect.json", JSON.stringify({ ...peopleSearch, fetch: { records: 200 } }));
    const client = await connect();
    const result = await client.call("run_search", { ...(await planned(client)), file: "b.prospect.json" });
    assert.match(JSON.stringify(result.content), /The token is of another plan/);
    const { approval } = await planned(client);
    refused(await client.call("count_search", { file, approval }));
    assert.deepEqual(rig.paid, []);
  });

  it("does not cover a dearer question, another one, or that of another tool", () => {
    const approvals = new Approvals((bytes) => new Uint8Array(bytes));
    const answerTo = (about: QuestionSubject, credits: number, tool = "run_search"): unknown => {
      const offer = { label: "Run", tool: "run_search", input: { file }, credits: 5 } as const;
      const sealed = approvals.sealed({ title: "", lines: [], offer }).offer;
      assert.ok(sealed);
      const choices = [{ id: "yes", label: "Run", credits }];
      return approvals.opened(tool, sealed.input).answerTo({ about, title: "", sentences: [], choices });
    };
    assert.deepEqual(
      [answerTo("sum", 5), answerTo("sum", 5.25), answerTo("unknownCost", 5), answerTo("sum", 5, "count_search")],
      ["yes", undefined, undefined, undefined],
    );
  });

  it("is forgotten after a hundred others", () => {
    let made = 0;
    const approvals = new Approvals((bytes) => new Uint8Array(bytes).fill((made += 1)));
    const offer = { label: "Run", tool: "run_search", input: { file }, credits: 5 } as const;
    const sealed = Array.from({ length: 101 }, () => approvals.sealed({ title: "", lines: [], offer }).offer);
    const choices = [{ id: "yes", label: "Run", credits: 5 }];
    const question = { about: "sum", title: "", sentences: [], choices } as const;
    const answers = sealed
      .slice(0, 2)
      .map((one) => approvals.opened("run_search", one?.input ?? {}).answerTo(question));
    assert.deepEqual(answers, [undefined, "yes"]);
  });

  it("of another connection of a client is not known", async () => {
    const [one, other] = [await connect(), await connect()];
    refused(await other.call("run_search", await planned(one)));
  });

  it("asks as without cards where its secret is not good", async () => {
    const questions: string[] = [];
    const client = await connect({
      answer: (message) => {
        questions.push(message);
        return true;
      },
    });
    const input = { ...(await planned(client)), approval: "invented" };
    const ran = await client.call("run_search", input);
    assert.equal(ran.isError, undefined, JSON.stringify(ran.content));
    assert.equal(questions.length, 1);
    assert.match(questions[0] ?? "", /^Run .+\?\n/);
  });

  it("of a plan whose records are here shows them instead of a button, and charges nothing", async () => {
    const everything = { ...peopleSearch, fetch: { records: 900 } };
    rig.write(file, JSON.stringify(everything));
    const client = await connect();
    await client.call("run_search", await planned(client));
    const before = rig.paid.length;
    const card = cardIn(await client.call("plan_search", { file }));
    assert.equal(card?.offer, undefined);
    assert.equal(card?.table?.rows.length, 5);
    assert.match(card.lines.join("\n"), /You already have \d+ records that match\.\nEverything was fetched just now/);
    assert.equal(rig.paid.length, before);
  });

  it("of records and of a comparison has ten rows at most, with labels", async () => {
    const client = await connect();
    const runOf = async (records: number): Promise<string> => {
      const ran = await client.call("run_search", await planned(client, { file, records }));
      rig.clock.advance(1_000);
      return (ran.structuredContent as { readonly run: string }).run;
    };
    const [earlier, run] = [await runOf(3), await runOf(20)];
    const read = await client.call("read_records", { run, columns: ["name", "company_name"], limit: 50 });
    const table = cardIn(read)?.table;
    assert.deepEqual([table?.columns, table?.rows.length], [["Name", "Company name"], 10]);
    const compared = cardIn(await client.call("compare_runs", { run, earlier, columns: ["name"], limit: 50 }));
    assert.deepEqual(compared?.table?.columns, ["Change", "Name", "Earlier values"]);
    assert.equal(compared.table.rows.length, 10);
    assert.match(compared.lines[0] ?? "", /^17 new, 0 changed, 0 gone\.$/);
  });
});

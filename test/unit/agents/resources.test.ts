// Runs and saved searches as resources of the MCP server.
import assert from "node:assert/strict";
import { ProtocolError, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { listResources, readResource } from "../../../src/agents/resources";
import { strangersNotice } from "../../../src/app/untrusted";
import { removeFolders } from "../store/rig";
import { agentRig, fact, peopleSearch, type AgentRig } from "./agentRig";

describe("the resources of the MCP server", () => {
  let one: AgentRig;
  let run: string;
  const file = "weekly searches/VPs & more.prospect.json";
  const uriOfSearch = "prospect-desk://search/weekly%20searches%2FVPs%20%26%20more.prospect.json";
  const text = `${JSON.stringify(peopleSearch, undefined, 2)}\n`;
  before(async () => {
    one = agentRig({ creditsPerDay: 1_000 });
    one.write(file, text);
    const result = await one.call("run_search", { file, records: 25, max_credits: 50, title: "Weekly \u202eVPs" });
    run = String(fact(result, "run"));
  });
  after(async () => {
    await one.close();
    removeFolders();
  });
  const read = async (uri: string): Promise<readonly unknown[]> => {
    const { contents } = await readResource(one.app, uri, new AbortController().signal);
    return contents.map((content) => [content.uri, content.mimeType, "text" in content ? content.text : ""]);
  };

  it("are the saved searches of the workspace and the newest runs", async () => {
    const day = new Date(one.clock.now()).toISOString().slice(0, 10);
    assert.deepEqual((await listResources(one.app)).resources, [
      { uri: uriOfSearch, name: file, description: "A saved search", mimeType: "application/json" },
      {
        ...{ uri: `prospect-desk://run/${run}`, name: `Weekly VPs ${day}` },
        ...{ description: "A run with 25 records, and the first of them", mimeType: "text/plain" },
      },
    ]);
  });

  it("are a search as in its file, and of a run its end and its first records, marked as data", async () => {
    assert.deepEqual(await read(uriOfSearch), [[uriOfSearch, "application/json", text]]);
    const uri = `prospect-desk://run/${run}`;
    const [[, type, content = ""] = []] = (await read(uri)) as [[string, string, string]];
    assert.equal(type, "text/plain");
    const lines = content.split("\n");
    assert.match(lines[0] ?? "", new RegExp(`^Run ${run} “Weekly VPs”: 25 of 26, 6\\.25 credits\\. `, "u"));
    assert.match(lines[1] ?? "", /records 1–20 of 25\.$/u);
    assert.ok(content.includes("\nCost: nothing.\nNext: read_records with offset 20 "), content);
    const [, mark = "?"] = /^<(record-data-\w+)>$/mu.exec(content) ?? [];
    const fenced = content.slice(content.indexOf(`\n<${mark}>\n`), content.indexOf(`\n</${mark}>`)).split("\n");
    assert.ok(content.includes(strangersNotice) && fenced.length === 2 + 1 + 20, content);
  });

  it("say what does not exist, and read no other file", async () => {
    for (const uri of [
      "prospect-desk://run/none",
      "prospect-desk://search/no.prospect.json",
      "prospect-desk://run",
      "file:///etc/passwd",
      "prospect-desk://run/%",
    ]) {
      await assert.rejects(read(uri), ResourceNotFoundError, uri);
    }
    for (const name of ["../a.prospect.json", "/etc/passwd", "package.json"]) {
      const reading = read(`prospect-desk://search/${encodeURIComponent(name)}`);
      await assert.rejects(
        reading,
        (error) => error instanceof ProtocolError && !(error instanceof ResourceNotFoundError),
      );
    }
  });
});

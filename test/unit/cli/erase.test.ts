// Erasing by what a person types: the question shows what was found, and the receipt names nobody.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { StoredBatch } from "../../../src/store/batches";
import { useRigs, peopleSearch, type AgentRig } from "../agents/agentRig";
import { newRun } from "../store/rig";
import { runCommand as run } from "./commandRig";

describe("erase", () => {
  const rig = useRigs({ creditsPerDay: 1_000 }, { "a.prospect.json": JSON.stringify(peopleSearch) });

  interface Shown {
    readonly id: string;
    readonly full_name: string;
    readonly social_profiles: { readonly professional_network: { readonly url: string } };
  }
  async function firstPerson({ store, clock }: AgentRig): Promise<Shown> {
    const [found] = await store.runs.list({ now: clock.now() });
    const { view } = await store.views.open({ kind: "run", run: found?.id ?? "" }, { columns: [], now: clock.now() });
    const [json] = await store.records.jsonOf(await store.views.keysAt(view, [[0, 1]]));
    return JSON.parse(json ?? "") as Shown;
  }
  /** As a table without a file is stored: its rows are only in the database. */
  async function tableOf({ store, clock }: AgentRig, rows: readonly string[]): Promise<StoredBatch> {
    const mapping = { kind: "person", columns: { profileUrl: 1 } };
    const batch = await store.batches.create({
      run: newRun("person", { purpose: "batch", title: "Pasted", startedAt: clock.now() }),
      ...{ source: "", mapping, columns: [], input: Buffer.from(["note;profile", ...rows, ""].join("\r\n")) },
    });
    const questions = rows.map((row) => ({
      identifiers: { person_professional_network_url: row.split(";")[1] ?? "" },
      words: row,
    }));
    await store.batches.addQuestions(batch.run.id, questions, clock.now());
    return batch;
  }

  it("removes a person from runs and tables, and prints a receipt that names nobody", async () => {
    const one = rig({ answer: "erase" });
    await run(one, "run a.prospect.json --records 3 --yes");
    const { id, full_name: name, social_profiles: profiles } = await firstPerson(one);
    const { url } = profiles.professional_network;
    const batch = await tableOf(one, [`call ${name};${url}`, "nobody;https://network.example/in/nobody"]);

    const { state, data, lines } = await run(one, `erase ${url}`);
    const [question] = one.asked;
    assert.deepEqual(question, {
      about: "deletion",
      title: `Erase “${url}”?`,
      sentences: [
        `Found: ${name}`,
        "Records of people: 1",
        "Rows of looked-up tables: 1",
        "They are deleted from this machine permanently, in every version. Runs stay, without them.",
        "Whatever the service sends of them later is dropped, although it is charged.",
      ],
      choices: [{ id: "erase", label: "Erase", credits: 0 }],
    });
    const of = createHash("sha256").update(url.toLowerCase()).digest("hex");
    const counts = {
      records: { company: 0, person: 1, contact: 0 },
      ...{ listed: 0, notes: 0, lookups: 0, rows: 1, replies: 0 },
    };
    const at = new Date(one.clock.now() - 1_000).toISOString();
    assert.deepEqual([state, data], ["complete", { of, at, counts, files: [], deletedFiles: [], isInUse: false }]);
    assert.deepEqual(lines, [
      `Erased at ${at}`,
      "Records of people: 1",
      "Rows of looked-up tables: 1",
      `SHA-256 of what was typed: ${of}`,
    ]);
    assert.equal(
      Buffer.from((await one.store.batches.input(batch.run.id)) ?? []).toString(),
      "note;profile\r\nnobody;https://network.example/in/nobody\r\n",
    );
    const file = await one.store.file.path();
    for (const text of [id, name, url]) {
      assert.equal(readFileSync(file).includes(text), false, text);
      assert.equal(readFileSync(`${file}-wal`).includes(text), false, `${text} in ${path.basename(file)}-wal`);
    }
    assert.deepEqual(
      (await run(one, "runs --json")).data["runs"] && (await one.app.runs.list({ purposes: ["search"] }))[0]?.records,
      2,
    );
    // The same search again: they are charged for, and dropped.
    const again = await run(one, "run a.prospect.json --records 3 --yes --again");
    assert.deepEqual([again.data["records"], again.data["returned"]], [2, 3]);
  });

  it("names the exports that may name somebody, and deletes them only when that is chosen", async () => {
    const one = rig({ answer: "erase" });
    await run(one, "run a.prospect.json --records 3 --yes --out found.csv");
    const file = path.join(one.folder, "found.csv");
    const { id } = await firstPerson(one);
    assert.deepEqual((await run(one, `erase ${id}`)).data["files"], ["FOLDER/found.csv"]);
    assert.deepEqual(
      one.asked[0]?.choices.map(({ label }) => label),
      ["Erase", "Erase, and Delete 1 File"],
    );
    assert.ok(one.asked[0]?.sentences.includes(`Exports and copies that may name them: ${file}`));
    const { data, lines } = await run(one, `erase ${(await firstPerson(one)).id} --yes --delete-files`);
    assert.deepEqual([data["deletedFiles"], data["files"], existsSync(file)], [["FOLDER/found.csv"], [], false]);
    assert.ok(lines.includes("Deleted files: FOLDER/found.csv"));
  });

  it("removes nothing without an answer, and says when an id is unknown", async () => {
    const one = rig();
    await run(one, "run a.prospect.json --records 3 --yes");
    const { id } = await firstPerson(one);
    await assert.rejects(run(one, `erase ${id}`), /nothing was changed\. Erase .*Records of people: 1.*--yes/su);
    await assert.rejects(run(one, "erase xq4711nobody --yes"), /Nothing is stored with this id\./u);
    await assert.rejects(run(one, "erase gmail.com --yes"), /Nothing is stored with this id\./u);
    assert.equal((await firstPerson(one)).id, id);
    assert.deepEqual((await run(one, "erase nobody@unknown.example --yes")).lines.length, 2);
  });
});

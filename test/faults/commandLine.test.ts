// The command line as a child process: every exit code, what was paid for is kept, and the key appears nowhere.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Fault } from "../sandboxServer/faults";
import { newFolder, removeFolders } from "../unit/store/rig";
import {
  chargedCredits,
  chargedRecords,
  endChildren,
  filesWith,
  lastLine,
  prospect,
  searchPath,
  secretKey,
  serviceUnderTest,
  writeSearch,
  type CommandEnd,
  type ProspectOptions,
  type ServiceUnderTest,
} from "./support/commandLine";
import { canMount, mountSmallDisk } from "./support/smallDisk";

interface Person {
  readonly id: string;
  readonly social_profiles: { readonly professional_network: { readonly url: string } };
}

describe("the command line", function () {
  this.timeout(120_000);
  let service: ServiceUnderTest;
  let folder = "";
  const ends: CommandEnd[] = [];

  beforeEach(async () => {
    service = await serviceUnderTest();
    folder = newFolder();
    mkdirSync(folder, { recursive: true });
  });
  afterEach(async () => {
    endChildren();
    await service.close();
    const said = ends.splice(0).map(({ stdout, stderr }) => stdout + stderr);
    assert.ok(!said.some((text) => text.includes(secretKey)), "the key was printed");
    assert.deepEqual(filesWith(folder, secretKey), [], "the key was written to a file");
    removeFolders();
  });

  const run = async (args: readonly string[], options: Partial<ProspectOptions> = {}): Promise<CommandEnd> => {
    const end = await prospect(args, { folder, origin: service.origin, ...options });
    ends.push(end);
    return end;
  };
  const codeOf = ({ code, stderr }: CommandEnd): string => `${String(code)} ${code === 1 ? stderr : ""}`.trim();
  const when = (nth: number, path_ = searchPath): Promise<void> =>
    new Promise((resolve) => {
      let count = 0;
      service.onRequest = (request) => {
        count += request.path === path_ ? 1 : 0;
        if (count === nth) {
          resolve();
        }
      };
    });

  describe("ends with 0", () => {
    it("when the run has what was asked, and writes the file", async () => {
      const end = await run(["run", writeSearch(folder, 150), "--yes", "--json", "--out", "people.csv"]);
      assert.equal(codeOf(end), "0");
      const { run: id, ...result } = lastLine(end);
      assert.match(String(id), /^\d{8}T\d{9}-[0-9a-f]{12}$/);
      assert.deepEqual(
        { ...result, total: undefined },
        {
          title: "People",
          state: "complete",
          stop: { kind: "limitReached", sentence: (result["stop"] as { readonly sentence: string }).sentence },
          records: 150,
          returned: 150,
          total: undefined,
          credits: 150,
          creditsAtLeast: false,
          resumable: true,
          leftOut: 0,
          out: path.join(folder, "people.csv"),
        },
      );
      assert.equal(readFileSync(path.join(folder, "people.csv"), "utf8").trim().split("\n").length, 151);
      assert.equal(end.stderr.includes("\r"), false, "progress is only for terminals");
    });

    it("without a question for what needs no confirmation, and from standard input", async () => {
      const document = readFileSync(path.join(folder, writeSearch(folder, 20)), "utf8");
      const end = await run(["run", "-", "--json"], { input: document });
      assert.equal(codeOf(end), "0");
      assert.equal(lastLine(end)["records"], 20);
      assert.equal(chargedCredits(service), 20);
    });

    it("for text with a byte order mark", async () => {
      const document = `\ufeff${readFileSync(path.join(folder, writeSearch(folder, 20)), "utf8")}`;
      writeFileSync(path.join(folder, "marked.prospect.json"), document);
      assert.equal(codeOf(await run(["plan", "marked.prospect.json"])), "0");
      assert.equal(codeOf(await run(["plan", "-"], { input: document })), "0");
    });

    it("for a plan, which sends no paid request", async () => {
      const end = await run(["plan", writeSearch(folder, 80), "--json"]);
      assert.equal(codeOf(end), "0");
      assert.deepEqual(
        [lastLine(end)["records"], lastLine(end)["credits"], lastLine(end)["priceKnown"]],
        [80, 80, false],
      );
      assert.equal(service.sandbox.charges.length, 0);
    });

    it("for a count, the runs, an export to standard output, and the account", async () => {
      const file = writeSearch(folder, 10);
      const counted = await run(["count", file, "--json"]);
      assert.ok(Number(lastLine(counted)["total"]) > 300);
      assert.equal(chargedRecords(service), 1);
      const { run: id } = lastLine(await run(["run", file, "--json"]));
      const listed = await run(["runs", "--json"], { origin: undefined });
      const runs = lastLine(listed)["runs"] as readonly { readonly run: string; readonly purpose: string }[];
      assert.deepEqual(
        runs.map(({ purpose }) => purpose),
        ["search", "count"],
      );
      const exported = await run(["export", String(id), "--format", "ndjson"], { origin: undefined });
      assert.equal(codeOf(exported), "0");
      assert.equal(exported.stdout.trim().split("\n").length, 10);
      const account = await run(["account", "--json"]);
      assert.deepEqual([lastLine(account)["balance"], lastLine(account)["spentToday"]], [10_000 - 11, 11]);
    });

    it("for a lookup, whose answer is free the second time", async () => {
      const domain = String(service.sandbox.company("c0000001")?.domain);
      const first = await run(["lookup", "company", domain, "--json"]);
      assert.equal(codeOf(first), "0");
      assert.deepEqual([lastLine(first)["found"], lastLine(first)["paid"]], [true, true]);
      const again = await run(["lookup", "company", domain, "--json"]);
      assert.deepEqual([lastLine(again)["found"], lastLine(again)["paid"]], [true, false]);
      assert.equal(service.sandbox.charges.length, 1);
    });

    it("for a run that another one has just answered, which is paid for again", async () => {
      const file = writeSearch(folder, 10_000);
      const first = await run(["run", file, "--yes", "--json"]);
      const charged = chargedCredits(service);
      const second = await run(["run", file, "--yes", "--json"]);
      assert.equal(codeOf(second), "0");
      assert.notEqual(lastLine(second)["run"], lastLine(first)["run"]);
      assert.equal(chargedCredits(service), 2 * charged);
      service.sandbox.revokeKey(secretKey);
      assert.equal((await run(["run", file, "--yes", "--json"])).code, 5);
    });
  });

  describe("prints for people", () => {
    const printed = async (args: readonly string[], options: Partial<ProspectOptions> = {}): Promise<string> => {
      const end = await run(args, options);
      assert.equal(codeOf(end), "0", end.stderr);
      return end.stdout;
    };

    it("its help, its version and the schema of saved searches, without a connection", async () => {
      const help = await printed([], { origin: undefined });
      assert.match(help, /prospect run .*prospect export /s);
      assert.equal(await printed(["help"], { origin: undefined }), help);
      assert.equal(await printed(["--help"], { origin: undefined }), help);
      const ofRun = await printed(["help", "run"], { origin: undefined });
      assert.match(ofRun, /--max-credits/);
      assert.notEqual(ofRun, help);
      assert.equal(await printed(["run", "--help"], { origin: undefined }), ofRun);
      const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
      assert.equal(await printed(["--version"], { origin: undefined }), `${version}\n`);
      const schema = JSON.parse(await printed(["schema"], { origin: undefined })) as { readonly properties: object };
      assert.ok("filters" in schema.properties);
    });

    it("the plan, and which run of less than a day ago has everything", async () => {
      const file = writeSearch(folder, 1_000);
      const before = await printed(["plan", file]);
      assert.match(before, /^Fetch 1,000 records.*\n$/);
      const { run: id } = lastLine(await run(["run", file, "--yes", "--json"]));
      const after = await printed(["plan", file]);
      assert.match(after.split("\n")[1] ?? "", new RegExp(`^Run ${String(id)} of less than a day ago has all of this`));
      const { fetchedBefore, balance } = lastLine(await run(["plan", file, "--json"]));
      assert.deepEqual([fetchedBefore, balance], [id, 10_000 - chargedCredits(service)]);
    });

    it("the total of a count alone", async () => {
      const file = writeSearch(folder, 10);
      const text = await printed(["count", file]);
      assert.match(text, /^\d+\n$/);
      const again = lastLine(await run(["count", file, "--json"]));
      assert.deepEqual([again["total"], again["stored"], chargedRecords(service)], [Number(text), true, 1]);
      const refreshed = lastLine(await run(["count", file, "--refresh", "--json"]));
      assert.deepEqual([refreshed["total"], refreshed["stored"], chargedRecords(service)], [Number(text), false, 2]);
    });

    it("the record of a lookup, or that nothing matches", async () => {
      const domain = String(service.sandbox.company("c0000001")?.domain);
      const record = JSON.parse(await printed(["lookup", "company", domain])) as { readonly id: string };
      assert.equal(record.id, "c0000001");
      const none = await printed(["lookup", "company", "nobody-at-all.example"]);
      assert.equal(none, "Company nobody-at-all.example: The service has no match. It cost 0 credits.\n");
    });

    it("the runs in lines, or that there are none", async () => {
      assert.equal(await printed(["runs"], { origin: undefined }), "There are no runs yet.\n");
      const { run: id } = lastLine(await run(["run", writeSearch(folder, 7), "--json"]));
      const lines = await printed(["runs"], { origin: undefined });
      assert.equal(lines, `${String(id)}\t7 records\t7 credits\tlimitReached\tPeople\n`);
    });

    it("balance and spend", async () => {
      await run(["run", writeSearch(folder, 7)]);
      const [connection, ...lines] = (await printed(["account"])).trimEnd().split("\n");
      assert.match(connection ?? "", /^Connection: \S/);
      assert.deepEqual(lines, [
        "Balance: 9,993 credits",
        "Spent today: 7 credits",
        "Commands and windows may spend 18 credits more before they ask.",
        "Agents may spend nothing without asking.",
      ]);
    });
  });

  it("exports a run to a file, and replaces one only when told to", async () => {
    const { run: id } = lastLine(await run(["run", writeSearch(folder, 7), "--json"]));
    const file = path.join(folder, "people.csv");
    writeFileSync(file, "mine");
    const refused = await run(["export", String(id), "--out", "people.csv"], { origin: undefined });
    assert.deepEqual([refused.code, readFileSync(file, "utf8")], [2, "mine"]);
    assert.match(refused.stderr, /people\.csv exists already\. Add --replace/);
    const replaced = await run(["export", String(id), "--out", "people.csv", "--replace"], { origin: undefined });
    assert.equal(replaced.stdout, "7 records written to people.csv.\n");
    assert.equal(readFileSync(file, "utf8").trim().split("\n").length, 8);
    const json = await run(["export", String(id), "--out", "new.json", "--json"], { origin: undefined });
    assert.deepEqual([lastLine(json)["records"], lastLine(json)["out"]], [7, path.join(folder, "new.json")]);
    const binary = await run(["export", String(id), "--format", "xlsx"], { origin: undefined });
    assert.deepEqual([binary.code, binary.stdout], [2, ""]);
    assert.match(binary.stderr, /xlsx files are not text: name a file with --out/);
    const unknown = await run(["export", "no-such-run", "--out", "x.csv", "--json"], { origin: undefined });
    assert.deepEqual([unknown.code, existsSync(path.join(folder, "x.csv"))], [1, false]);
  });

  describe("ends with 2, and nothing is sent", () => {
    const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
      ["an unknown command", ["fly"], /no such command/],
      ["an unknown option", ["run", "x", "--fast"], /no option --fast/],
      ["an option of another command", ["plan", "x", "--out", "y"], /--out does not apply/],
      ["a number that is none", ["run", "x", "--records", "many"], /--records must be/],
      ["credits that are none", ["run", "x", "--max-credits", "-1"], /--max-credits/],
      ["an unknown format", ["run", "x", "--out", "y", "--format", "doc"], /--format must be one of/],
      ["no file", ["run"], /Name a saved search/],
      ["a missing file", ["run", "missing.json"], /does not exist/],
      ["a folder", ["run", "."], /not a regular file/],
    ];
    for (const [name, args, expected] of wrong) {
      it(`for ${name}`, async () => {
        const end = await run([...args, "--json"]);
        assert.deepEqual([end.code, lastLine(end)["run"]], [2, null], end.stderr);
        assert.match(end.stderr, expected);
        assert.equal(service.sandbox.requests.length, 0);
      });
    }

    it("for a key as an argument, which is not repeated", async () => {
      for (const args of [[`--key=${secretKey}`], ["--api-key", secretKey], [secretKey], ["run", "x", secretKey]]) {
        assert.equal((await run(args)).code, 2);
      }
    });

    it("for a document with errors, with line and column", async () => {
      writeFileSync(
        path.join(folder, "bad.json"),
        '{\n  "search": "people",\n  "filters": { "person_names": [{}] }\n}',
      );
      const end = await run(["run", "bad.json", "--yes"]);
      assert.equal(end.code, 2);
      assert.match(end.stderr, /bad\.json:3:\d+: .*\(error\)/);
      assert.equal(service.sandbox.charges.length, 0);
    });

    it("for text that is not UTF-8, which would search for something else", async () => {
      const text = '{ "search": "people", "filters": { "person_locations": [{ "value": "München" }] } }';
      const bytes = Buffer.from(text, "latin1");
      writeFileSync(path.join(folder, "old.json"), bytes);
      for (const end of [await run(["run", "old.json", "--yes"]), await run(["run", "-", "--yes"], { input: bytes })]) {
        assert.equal(end.code, 2);
        assert.match(end.stderr, /is not UTF-8 text/);
      }
      assert.equal(service.sandbox.requests.length, 0);
    });

    it("for a named pipe, without waiting for what is written to it", async function () {
      if (process.platform === "win32") {
        this.skip();
      }
      spawnSync("mkfifo", [path.join(folder, "pipe.json")]);
      const end = await run(["run", "pipe.json"]);
      assert.deepEqual([end.code, /not a regular file/.test(end.stderr)], [2, true], end.stderr);
    });

    it("for unknown filters, which would find more than the text says", async () => {
      writeFileSync(
        path.join(folder, "new.json"),
        '{ "search": "people", "filters": { "shoe_size": [{ "value": "9" }] } }',
      );
      const end = await run(["run", "new.json", "--yes"]);
      assert.equal(end.code, 2);
      assert.match(end.stderr, /new\.json:1:\d+: .*shoe_size/);
    });

    it("for a file or columns that cannot be written, before anything is paid for", async () => {
      const file = writeSearch(folder, 30);
      mkdirSync(path.join(folder, "taken.csv"));
      writeFileSync(path.join(folder, "plain"), "");
      for (const args of [
        ["--out", "plain/people.csv"],
        ["--out", "taken.csv"],
        ["--out", "/dev/full"],
        ["--out", "people.doc"],
        ["--out", "people.csv", "--columns", "name,shoe size"],
        ["--columns", "name"],
      ]) {
        const end = await run(["run", file, "--yes", ...args]);
        assert.equal(end.code, 2, `${args.join(" ")}: ${end.stderr}`);
      }
      assert.equal(service.sandbox.charges.length, 0);
    });

    it("without a connection", async () => {
      const end = await run(["account"], { origin: undefined });
      assert.equal(end.code, 2);
      assert.match(end.stderr, /PROSPECT_DESK_ORIGIN/);
    });
  });

  describe("ends with 3", () => {
    it("when the run costs more than needs no question, and nothing is sent", async () => {
      const end = await run(["run", writeSearch(folder, 200), "--json"]);
      assert.deepEqual([end.code, lastLine(end)["run"]], [3, null]);
      assert.match(end.stderr, /200 credits.*--max-credits 200 or --yes/s);
      assert.equal(service.sandbox.charges.length, 0);
    });

    it("at --max-credits; the file has what was paid for, and the run continues with more", async () => {
      const file = writeSearch(folder, 250);
      // A free count of one record makes the price known.
      await run(["count", file]);
      const end = await run(["run", file, "--max-credits", "130", "--json", "--out", "people.ndjson"]);
      assert.deepEqual([end.code, lastLine(end)["records"], lastLine(end)["credits"]], [3, 130, 130]);
      assert.equal(chargedCredits(service), 131);
      assert.equal(readFileSync(path.join(folder, "people.ndjson"), "utf8").trim().split("\n").length, 130);
      const id = String(lastLine(end)["run"]);
      const refused = await run(["run", "--resume", id, "--json"]);
      assert.equal(refused.code, 3, refused.stderr);
      const more = await run(["run", "--resume", id, "--max-credits", "500", "--json", "--out", "people.ndjson"]);
      assert.deepEqual([codeOf(more), lastLine(more)["records"], lastLine(more)["run"]], ["0", 250, id]);
      assert.equal(chargedCredits(service), 251);
      assert.equal(readFileSync(path.join(folder, "people.ndjson"), "utf8").trim().split("\n").length, 250);
    });
  });

  it("ends with 3 at an unknown cost, which only --accept-unknown-costs agrees to", async () => {
    const file = writeSearch(folder, 250);
    await run(["count", file]);
    const unknown: readonly Fault[] = [
      { path: searchPath, credits: "missing" },
      { path: "/api/v1/account/credits", status: 500 },
    ];
    service.setFaults({ faults: unknown });
    const end = await run(["run", file, "--yes", "--json"]);
    const { run: id, stop, records } = lastLine(end);
    assert.deepEqual([end.code, (stop as { readonly kind: string }).kind, records], [3, "costUnknown", 100]);
    assert.match(end.stderr, /--accept-unknown-costs/);
    const charged = chargedCredits(service);
    for (const options of [["--yes"], ["--max-credits", "100"], ["--yes", "--max-credits", "100"]]) {
      const refused = await run(["run", "--resume", String(id), ...options, "--json"]);
      assert.equal(refused.code, 3, refused.stderr);
      assert.match(refused.stderr, /at an unknown cost.*Allow it with --accept-unknown-costs\./s);
    }
    assert.equal(chargedCredits(service), charged);
    const more = await run(["run", "--resume", String(id), "--yes", "--accept-unknown-costs", "--json"]);
    assert.deepEqual([codeOf(more), lastLine(more)["records"], lastLine(more)["creditsAtLeast"]], ["0", 250, true]);
  });

  it("ends with 4 when the service fails in the middle: the old file stays, and the run continues", async () => {
    writeFileSync(path.join(folder, "people.csv"), "old");
    // The first page has one record, which shows the price.
    service.setFaults({ faults: [{ path: searchPath, nth: 3, status: 500 }] });
    const end = await run(["run", writeSearch(folder, 250), "--yes", "--json", "--out", "people.csv"]);
    assert.deepEqual([end.code, lastLine(end)["records"], lastLine(end)["resumable"]], [4, 101, true]);
    assert.equal(lastLine(end)["out"], null);
    assert.equal(readFileSync(path.join(folder, "people.csv"), "utf8"), "old");
    const more = await run(["run", "--resume", String(lastLine(end)["run"]), "--yes", "--json", "--out", "people.csv"]);
    assert.deepEqual([codeOf(more), lastLine(more)["records"]], ["0", 250]);
    assert.equal(readFileSync(path.join(folder, "people.csv"), "utf8").trim().split("\n").length, 251);
  });

  it("ends with 5 when the key is rejected", async () => {
    for (const args of [
      ["run", writeSearch(folder, 10), "--yes"],
      ["account"],
      ["lookup", "company", "acme.example"],
    ]) {
      const end = await run([...args, "--json"], { key: "another-key-that-is-wrong" });
      assert.equal(end.code, 5, end.stderr);
      assert.ok(!(end.stdout + end.stderr).includes("another-key"));
    }
    assert.equal(service.sandbox.charges.length, 0);
  });

  it("ends with 130 on Ctrl+C and keeps what was paid for", async () => {
    service.setFaults({ faults: [{ path: searchPath, nth: 3, delayMs: 700 }] });
    const third = when(3);
    const end = await run(["run", writeSearch(folder, 500), "--yes", "--json", "--out", "people.csv"], {
      onSpawn: (child) => void third.then(() => child.kill("SIGINT")),
    });
    assert.deepEqual([end.code, lastLine(end)["resumable"]], [130, true], end.stderr);
    assert.equal(lastLine(end)["records"], chargedRecords(service));
    assert.equal(chargedRecords(service), 201);
    assert.equal(existsSync(path.join(folder, "people.csv")), false);
  });

  it("waits for enrichments until Ctrl+C, and keeps the contacts that were received", async () => {
    const enrichments = "/api/v2/contact/enrich/bulk/";
    const asked = when(1, `${enrichments}enr-demo-running`);
    const ids = ["enr-demo-finished", "enr-demo-running"];
    const end = await run(["enrichment", "track", ...ids, "--wait", "--json"], {
      onSpawn: (child) => void asked.then(() => child.kill("SIGINT")),
    });
    assert.equal(end.code, 130, end.stderr);
    const saved = await run(["enrichment", "results", "enr-demo-finished", "--out", "contacts.csv"]);
    assert.equal(codeOf(saved), "0");
    assert.equal(readFileSync(path.join(folder, "contacts.csv"), "utf8").trim().split("\n").length, 26);
    const codes = await Promise.all(
      ["enr-demo-running", "enr-demo-canceled", "enr-demo-credits", "enr-nowhere"].map(
        async (id) => (await run(["enrichment", "track", id])).code,
      ),
    );
    assert.deepEqual(codes, [4, 4, 1, 1]);
    const rejected = await run(["enrichment", "track", "enr-demo-finished", "--json"], { key: "another-key-12345678" });
    assert.deepEqual(
      [rejected.code, (await run(["enrichment", "track", "enr-1"], { origin: undefined })).code],
      [5, 2],
    );
    assert.equal((await run(["enrichment", "list"], { origin: undefined })).code, 0);
    assert.equal(chargedCredits(service), 0);
  });

  it("that was killed continues without paying twice, but for the page in flight", async () => {
    service.setFaults({ faults: [{ path: searchPath, nth: 3, delayMs: 700 }] });
    const third = when(3);
    const killed = await run(["run", writeSearch(folder, 400), "--yes"], {
      onSpawn: (child) => void third.then(() => child.kill("SIGKILL")),
    });
    assert.equal(killed.signal, "SIGKILL");
    const before = chargedRecords(service);
    const runs = lastLine(await run(["runs", "--json"]))["runs"] as readonly { readonly run: string }[];
    const end = await run(["run", "--resume", String(runs[0]?.run), "--yes", "--json"]);
    assert.deepEqual([codeOf(end), lastLine(end)["records"]], ["0", 400]);
    assert.equal(lastLine(end)["creditsAtLeast"], true);
    assert.ok(chargedRecords(service) <= 500 && before >= 200, `${chargedRecords(service)} records were charged`);
  });

  it("leaves out whom a list names, also when the list changes later", async () => {
    const file = writeSearch(folder, 30);
    const first = await run(["run", file, "--yes", "--json", "--out", "first.json"]);
    const people = JSON.parse(readFileSync(path.join(folder, "first.json"), "utf8")) as readonly Person[];
    const [one, other] = people.map(({ id, social_profiles: profiles }) => ({
      id,
      url: profiles.professional_network.url,
    }));
    const document = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as object;
    writeFileSync(path.join(folder, file), JSON.stringify({ ...document, leaveOut: ["customers.txt"] }));
    const missing = await run(["run", file, "--yes"]);
    assert.deepEqual([missing.code, /customers\.txt.*does not exist/.test(missing.stderr)], [2, true], missing.stderr);
    assert.equal(chargedRecords(service), 30);
    writeFileSync(path.join(folder, "customers.txt"), `${String(one?.url)}\n`);
    const second = await run(["run", file, "--yes", "--json", "--out", "second.json"]);
    assert.equal(codeOf(second), "0");
    const idsIn = (name: string): readonly string[] =>
      (JSON.parse(readFileSync(path.join(folder, name), "utf8")) as readonly Person[]).map(({ id }) => id);
    assert.ok(!idsIn("second.json").includes(String(one?.id)));
    assert.ok(idsIn("second.json").includes(String(other?.id)));
    writeFileSync(path.join(folder, "customers.txt"), `${String(one?.url)}\n${String(other?.url)}\n`);
    const { run: id } = lastLine(second);
    assert.equal((await run(["export", String(id), "--out", "third.json"])).code, 0);
    assert.ok(!idsIn("third.json").includes(String(other?.id)));
    assert.equal(lastLine(first)["records"], 30);
  });

  it("whose output is closed still saves the run, and an export ends quietly", async () => {
    const file = writeSearch(folder, 150);
    const closed = await run(["run", file, "--yes", "--json"], { onSpawn: (child) => child.stdout?.destroy() });
    assert.equal(codeOf(closed), "0");
    const runs = lastLine(await run(["runs", "--json"]))["runs"] as readonly Record<string, unknown>[];
    assert.deepEqual([runs[0]?.["records"], runs[0]?.["state"]], [150, "complete"]);
    const piped = await run(["export", String(runs[0]?.["run"])], { onSpawn: (child) => child.stdout?.destroy() });
    assert.deepEqual([piped.code, piped.stderr], [1, ""]);
    const mute = await run(["run", file, "--yes", "--json"], {
      onSpawn: (child) => child.stderr?.destroy(),
    });
    assert.equal(mute.code, 0);
  });

  it("does not show the key to other programs of this machine", async () => {
    if (process.platform !== "linux") {
      return;
    }
    let seen = "";
    service.onRequest = () => (seen += spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout);
    await run(["account"]);
    assert.match(seen, /cli\.js account/);
    assert.ok(!seen.includes(secretKey));
  });

  if (canMount()) {
    it("on a full disk keeps the old file and the paid records", async () => {
      const full = path.join(folder, "full");
      mkdirSync(full);
      const unmount = mountSmallDisk(full, 1);
      try {
        writeFileSync(path.join(full, "people.json"), "old");
        writeFileSync(path.join(full, "filler"), Buffer.alloc(900_000));
        const end = await run(["run", writeSearch(folder, 400), "--yes", "--json", "--out", "full/people.json"]);
        assert.deepEqual([end.code, lastLine(end)["records"], lastLine(end)["out"]], [1, 400, null], end.stderr);
        assert.match(end.stderr, /disk is full.*saved in run/s);
        assert.equal(readFileSync(path.join(full, "people.json"), "utf8"), "old");
        const again = await run(["export", String(lastLine(end)["run"]), "--out", "people.json", "--json"]);
        assert.deepEqual([codeOf(again), lastLine(again)["records"]], ["0", 400]);
      } finally {
        unmount();
      }
    });

    it("whose database is on a full disk sends nothing", async () => {
      const full = path.join(folder, "full");
      mkdirSync(full);
      const unmount = mountSmallDisk(full, 1);
      try {
        writeFileSync(path.join(full, "filler"), Buffer.alloc(1_048_000));
        const env = { PROSPECT_DESK_HOME: full };
        const end = await run(["run", writeSearch(folder, 100), "--yes", "--json"], { env });
        assert.equal(end.code, 1, end.stderr);
        assert.match(end.stderr, /disk is full/);
        assert.equal(service.sandbox.charges.length, 0);
      } finally {
        unmount();
      }
    });
  }
});

/** A file system of one megabyte. */

// The command line as a child process: every exit code, what was paid for is kept, and the key appears nowhere.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import path from "node:path";
import { Sandbox } from "../sandboxServer/sandbox";
import { runMain, type MainOptions } from "../support/runMain";
import { newFolder, removeFolders } from "../unit/store/rig";
import { openTransport } from "./scenarios/headlessDoors";
import { nobodyListens } from "./support/clients";
import {
  chargedCredits,
  chargedRecords,
  commandLineScript,
  endChildren,
  environmentOf,
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

describe("the command line", function () {
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
  /** The same in this process: for what a process of its own does not change. */
  const runHere = async (args: readonly string[], options: Partial<MainOptions> = {}): Promise<CommandEnd> => {
    const variables = environmentOf({ folder, origin: service.origin });
    const end = { signal: null, ...(await runMain(args, { cwd: folder, variables, openTransport, ...options })) };
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
          notes: ["150 records written to people.csv."],
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
  });

  it("reads what is stored without a connection, and ends with 2 for what needs one", async () => {
    const { run: id } = lastLine(await runHere(["run", writeSearch(folder, 7), "--json"]));
    const offline = { variables: environmentOf({ folder }) };
    assert.match((await runHere(["runs"], offline)).stdout, /\t7 records\t7 credits\tlimitReached\tPeople\n$/u);
    const exported = await runHere(["export", String(id), "--format", "ndjson"], offline);
    assert.deepEqual([codeOf(exported), exported.stdout.trim().split("\n").length], ["0", 7]);
    assert.equal(codeOf(await runHere(["enrichment", "list"], offline)), "0");
    for (const args of [["account"], ["enrichment", "track", "enr-1"]]) {
      const end = await runHere(args, offline);
      assert.deepEqual([end.code, /PROSPECT_DESK_ORIGIN/u.test(end.stderr)], [2, true], end.stderr);
    }
  });

  describe("ends with 2, and nothing is sent", () => {
    it("for a key as an argument, which is not repeated", async () => {
      for (const args of [[`--key=${secretKey}`], ["--api-key", secretKey], [secretKey], ["run", "x", secretKey]]) {
        assert.equal((await runHere(args)).code, 2);
      }
    });
  });

  it("reads a pipe by its name, as that of <(…), and standard input by its names", async () => {
    const document = readFileSync(path.join(folder, writeSearch(folder, 20)), "utf8");
    const named = await runHere(["plan", "/dev/stdin", "--json"], { input: document });
    assert.deepEqual([codeOf(named), lastLine(named)["records"]], ["0", 20], named.stderr);
    const script = 'exec "$0" "$1" plan <(cat People.prospect.json) --json --sandbox';
    const piped = spawnSync("bash", ["-c", script, process.execPath, commandLineScript], {
      cwd: folder,
      encoding: "utf8",
      env: environmentOf({ folder }),
    });
    assert.match(piped.stdout, /"records":20,/u, piped.stderr);
    const table = await runHere(["lookup", "company", "--in", "/dev/stdin", "--column", "1", "--yes"], {
      input: "Domain\nnobody-here.example\n",
    });
    assert.match(table.stdout, /^nobody-here\.example,.*no match$/mu, table.stderr);
  });

  it("writes to the home folder for a ~ that no shell has replaced, and no journal beside a database", async () => {
    assert.equal(codeOf(await runHere(["run", writeSearch(folder, 2_000), "--yes", "--json"])), "0");
    const seen = new Set<string>();
    await new Promise<void>((resolve, reject) => {
      const watcher = watch(folder, (_event, name) => {
        seen.add(String(name));
        if (name === "the end") {
          watcher.close();
          resolve();
        }
      });
      run(["export", "latest", "--out", "~/people.sqlite"])
        .then((end) => {
          assert.equal(codeOf(end), "0", end.stderr);
          writeFileSync(path.join(folder, "the end"), "");
        })
        .catch(reject);
    });
    assert.ok(seen.has("people.sqlite"), [...seen].join());
    assert.deepEqual(
      [...seen].filter((name) => name.endsWith("-journal")),
      [],
    );
    assert.ok(!existsSync(path.join(folder, "~")));
    const csv = await run(["lookup", "company", "nobody.example", "no-one.example", "--out=~/found.csv", "--yes"]);
    assert.deepEqual([codeOf(csv), existsSync(path.join(folder, "found.csv"))], ["0", true], csv.stderr);
  });

  it("logs requests with --debug, without key and records, and diagnoses the connection without the key", async () => {
    const logged = await run(["run", writeSearch(folder, 5), "--yes", "--json", "--debug"]);
    assert.deepEqual([codeOf(logged), lastLine(logged)["records"]], ["0", 5], logged.stderr);
    const line = /^POST \/api\/v2\/people\/search.*: \d+ bytes sent; HTTP 200, \d+ bytes, \d+ ms$/mu;
    assert.match(logged.stderr, line);
    const [, ...names] = (await runHere(["export", "latest", "--fields", "name"])).stdout.trim().split("\n");
    assert.equal(names.length, 5);
    for (const name of names) {
      assert.ok(name.length > 3 && !logged.stderr.includes(name), logged.stderr);
    }
    const keys = new Set<boolean>();
    service.onRequest = (request) => keys.add(JSON.stringify(request).includes(secretKey));
    const reached = await run(["account", "--diagnose", "--json"]);
    const { reachable, origin } = lastLine(reached);
    assert.deepEqual([codeOf(reached), reachable, origin], ["0", true, service.origin], reached.stderr);
    assert.ok(!keys.has(true), "the key was sent");
    const closed = await run(["account", "--diagnose", "--json"], { origin: nobodyListens });
    assert.deepEqual([closed.code, lastLine(closed)["reachable"]], [1, false], closed.stderr);
  });

  it("looks up NDJSON from a file or a stream, and writes it to a file or standard output", async () => {
    const [first, second] = ["c0000001", "c0000002"].map((id) => String(service.sandbox.company(id)?.domain));
    const lines = [{ id: 7, domain: first }, second, { id: 8, domain: "nobody-here.example" }, { id: 9 }];
    const given = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    writeFileSync(path.join(folder, "given.ndjson"), given);
    const read = (text: string) =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<"input" | "record", Record<string, unknown>> & { status: string });
    const lookup = (...args: string[]) =>
      runHere(["lookup", "company", "--max-credits", "9", ...args], { input: given });
    const file = await lookup("--in", "given.ndjson", "--out", "found.ndjson", "--json");
    assert.deepEqual([codeOf(file), lastLine(file)["credits"]], ["0", 2], file.stderr);
    const found = read(readFileSync(path.join(folder, "found.ndjson"), "utf8"));
    assert.deepEqual(
      found.map(({ input, status }) => [input, status]),
      [
        [{ id: "7", domain: first }, "found"],
        [{ "Looked up": second }, "found"],
        [{ id: "8", domain: "nobody-here.example" }, "no match"],
        [{ id: "9" }, "skipped: There is no identifier in this row."],
      ],
    );
    assert.deepEqual(
      found.map(({ record }) => record?.["domain"]),
      [first, second, undefined, undefined],
    );
    assert.ok("ids" in (found[0]?.record ?? {}) || Object.keys(found[0]?.record ?? {}).length > 10, "whole records");
    for (const args of [["-"], ["--in", "-"], ["--in", "/dev/stdin"]]) {
      const printed = await lookup(...args, "--out", "-", "--json", "--fields", "domain,name");
      assert.equal(codeOf(printed), "0", printed.stderr);
      const records = read(printed.stdout).map(({ record }) => record);
      assert.deepEqual([records.length, Object.keys(records[0] ?? {}), records[2]], [4, ["domain", "name"], null]);
    }
    const csv = await lookup("--in", "given.ndjson", "--fields", "domain");
    assert.match(csv.stdout, /^Looked up,id,domain,Domain \(looked up\),Lookup status$/mu, csv.stderr);
    assert.equal(chargedCredits(service), 2, "what is stored was paid for again");
    const people = [
      { person_name: "Nobody Here", company_domain: first },
      { person_professional_network_url: "https://www.linkedin.com/in/nobody-here" },
    ];
    const asked = await runHere(["lookup", "person", "-", "--out", "-", "--format", "ndjson", "--yes"], {
      input: people.map((one) => JSON.stringify(one)).join("\n"),
    });
    assert.deepEqual(
      read(asked.stdout).map(({ input, status }) => [input, status]),
      people.map((one) => [one, "no match"]),
      asked.stderr,
    );
    for (const [args, why] of [
      [["--fields", "domian"], /There is no column “domian”\. Did you mean “?domain/u],
      [["--format", "json"], /CSV, TSV, or NDJSON/u],
      [["--out", "found.xlsx"], /CSV, TSV, or NDJSON/u],
      [["--separator", ";"], /are for a CSV table/u],
    ] as const) {
      const refused = await lookup("--in", "given.ndjson", ...args);
      assert.equal(refused.code, 2, refused.stderr);
      assert.match(refused.stderr, why);
    }
    writeFileSync(path.join(folder, "broken.ndjson"), `${given}{"domain":\n`);
    const broken = await lookup("--in", "broken.ndjson");
    assert.deepEqual([broken.code, broken.stderr.includes("Line 5 of broken.ndjson")], [2, true], broken.stderr);
  });

  it("rehearses with the sandbox what needs an agreement, and asks for nothing otherwise", async () => {
    const file = writeSearch(folder, 400);
    const free = await prospect(["run", file, "--sandbox"], { folder });
    assert.equal(codeOf(free), "0");
    const asking: Partial<MainOptions> = {
      variables: environmentOf({ folder, env: { PROSPECT_DESK_SANDBOX_ASKS: "1" } }),
      openSandbox: async (clock, key) =>
        new Sandbox({ clock, people: 500, companies: 9, keys: [{ key, workspaceId: "s", balance: 500 }] }).transport,
    };
    const refused = await runHere(["run", file, "--sandbox", "--again", "--json"], asking);
    assert.equal(codeOf(refused), "3");
    assert.deepEqual(lastLine(refused)["records"], 0);
    const agreed = ["run", file, "--sandbox", "--again", "--max-credits", "400"];
    assert.equal(codeOf(await runHere(agreed, asking)), "0");
  });

  it("ends with 5 when the key is rejected", async () => {
    for (const args of [
      ["run", writeSearch(folder, 10), "--yes"],
      ["account"],
      ["lookup", "company", "acme.example"],
    ]) {
      const variables = environmentOf({ folder, origin: service.origin, key: "another-key-that-is-wrong" });
      const end = await runHere([...args, "--json"], { variables });
      assert.equal(end.code, 5, end.stderr);
      assert.ok(!(end.stdout + end.stderr).includes("another-key"));
    }
    assert.equal(service.sandbox.charges.length, 0);
  });

  it("ends with 130 on Ctrl+C and keeps what was paid for", async () => {
    service.setFaults({ faults: [{ path: searchPath, nth: 3, delayMs: 3_000 }] });
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
    const saved = await runHere(["enrichment", "results", "enr-demo-finished", "--out", "contacts.csv"]);
    assert.equal(codeOf(saved), "0");
    assert.equal(readFileSync(path.join(folder, "contacts.csv"), "utf8").trim().split("\n").length, 26);
    assert.equal(chargedCredits(service), 0);
  });

  it("that was killed continues without paying twice, but for the page in flight", async () => {
    service.setFaults({ faults: [{ path: searchPath, nth: 3, delayMs: 3_000 }] });
    const third = when(3);
    const killed = await run(["run", writeSearch(folder, 400), "--yes"], {
      onSpawn: (child) => void third.then(() => child.kill("SIGKILL")),
    });
    assert.equal(killed.signal, "SIGKILL");
    const before = chargedRecords(service);
    const runs = lastLine(await runHere(["runs", "--json"]))["runs"] as readonly { readonly run: string }[];
    const declined = await runHere(["resume", String(runs[0]?.run), "--yes", "--json"]);
    assert.equal(codeOf(declined), "3", "the page in flight may be charged again");
    const end = await runHere(["resume", String(runs[0]?.run), "--yes", "--resend", "--json"]);
    assert.deepEqual([codeOf(end), lastLine(end)["records"]], ["0", 400]);
    assert.equal(lastLine(end)["creditsAtLeast"], true);
    assert.ok(chargedRecords(service) <= 500 && before >= 200, `${chargedRecords(service)} records were charged`);
  });

  it("whose output is closed still saves the run, and an export ends quietly", async () => {
    const file = writeSearch(folder, 150);
    const closed = await run(["run", file, "--yes", "--json"], { onSpawn: (child) => child.stdout?.destroy() });
    assert.equal(codeOf(closed), "0");
    const runs = lastLine(await runHere(["runs", "--json"]))["runs"] as readonly Record<string, unknown>[];
    assert.deepEqual([runs[0]?.["records"], runs[0]?.["state"]], [150, "complete"]);
    const piped = await run(["export", String(runs[0]?.["run"])], { onSpawn: (child) => child.stdout?.destroy() });
    assert.deepEqual([piped.code, piped.stderr], [0, ""]);
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
    let pid = 0;
    service.onRequest = () => (seen += spawnSync("ps", ["-o", "args", "-p", String(pid)], { encoding: "utf8" }).stdout);
    await run(["account"], { onSpawn: (child) => (pid = child.pid ?? 0) });
    assert.match(seen, /cli\.js account/);
    assert.ok(!seen.includes(secretKey));
  });
});

// What the command line reads before it does anything: standard input and the environment.
import assert from "node:assert/strict";
import os from "node:os";
import path from "node:path";
import { PassThrough, Writable } from "node:stream";
import { readEnvironment } from "../../../src/app/headless/environment";
import { Terminal } from "../../../src/cli/terminal";

describe("the input of the command line", () => {
  it("is not waited for after Ctrl+C", async () => {
    const none = new Writable();
    const input = Object.assign(new PassThrough(), { isTTY: false });
    const stopping = new AbortController();
    const reading = new Terminal({ input, output: none, errors: none }).readAll(4 * 1024 * 1024, stopping.signal);
    input.write("{");
    stopping.abort();
    await assert.rejects(reading, { name: "AbortError" });
  });

  it("of the environment says which of address and key is missing", () => {
    const problem = (variables: Readonly<Record<string, string>>): string => {
      try {
        readEnvironment(variables, "/w").connection();
        return "";
      } catch (error) {
        return (error as Error).message;
      }
    };
    const [address, key] = ["https://api.example.com", "secret-key-4711-abcdefgh"];
    assert.match(problem({}), /^Not connected: there is no address\./);
    assert.match(problem({ PROSPECT_DESK_KEY: key }), /^Not connected: there is no address\./);
    assert.match(problem({ PROSPECT_DESK_ORIGIN: address }), /^Not connected: there is no key\./);
    assert.equal(problem({ PROSPECT_DESK_ORIGIN: address, PROSPECT_DESK_KEY: key }), "");
  });

  it("of the environment gives a connection the id of the window, or one that does not show the key", () => {
    const key = "secret-key-4711-abcdefgh";
    const idOf = (id: string): string =>
      readEnvironment(
        { PROSPECT_DESK_ORIGIN: "https://api.example.com", PROSPECT_DESK_KEY: key, PROSPECT_DESK_CONNECTION: id },
        "/w",
      ).connection().id;
    assert.equal(idOf("connection-1"), "connection-1");
    for (const id of ["", "../x", "a b", "x".repeat(65)]) {
      assert.match(idOf(id), /^key-[0-9a-f]{32}$/);
    }
  });

  it("of the environment is checked before anything is sent, and names the folder of the data", () => {
    const [address, key] = ["https://api.example.com:8443/", "secret-key-4711-abcdefgh"];
    const of = (more: Readonly<Record<string, string>>) =>
      readEnvironment({ PROSPECT_DESK_ORIGIN: address, PROSPECT_DESK_KEY: key, ...more }, "/w");
    const { id, ...rest } = of({ PROSPECT_DESK_WAIT_SECONDS: "30" }).connection();
    assert.deepEqual(rest, {
      ...{
        label: "api.example.com:8443",
        origin: "https://api.example.com:8443",
        key,
        waitSeconds: 30,
        isOfWindow: false,
      },
    });
    assert.notEqual(id, of({ PROSPECT_DESK_KEY: `${key}x` }).connection().id);
    assert.equal(of({ PROSPECT_DESK_CONNECTION: "x".repeat(64) }).connection().id, "x".repeat(64));
    assert.deepEqual(
      [of({}).connection().waitSeconds, of({ PROSPECT_DESK_WAIT_SECONDS: "300" }).connection().waitSeconds],
      [undefined, 300],
    );
    const wrong: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [{ PROSPECT_DESK_ORIGIN: "ftp://x" }, /^PROSPECT_DESK_ORIGIN cannot be used\. \S/],
      [
        { PROSPECT_DESK_KEY: "${DESK_KEY}" },
        /^PROSPECT_DESK_KEY cannot be used\. \$\{DESK_KEY\} is the name of a variable/,
      ],
      [{ PROSPECT_DESK_KEY: "a b\nc" }, /^PROSPECT_DESK_KEY cannot be used\. \S/],
      [{ PROSPECT_DESK_WAIT_SECONDS: "29" }, /^PROSPECT_DESK_WAIT_SECONDS must be a number from 30 to 300\./],
    ];
    for (const [more, message] of wrong) {
      assert.throws(() => of(more).connection(), { message, reason: "connection" });
    }
    assert.equal(of({}).home, path.join(os.homedir(), ".prospect-desk"));
    assert.equal(of({ PROSPECT_DESK_HOME: "data" }).home, path.resolve("/w", "data"));
    assert.equal(of({ PROSPECT_DESK_HOME: "~/data" }).home, path.join(os.homedir(), "data"));
    assert.throws(() => of({ PROSPECT_DESK_KEY: "${PROSPECT_DESK_KEY:-}" }).connection(), /there is no key/u);
    const { HOME: home } = process.env;
    try {
      process.env["HOME"] = "";
      assert.ok(path.isAbsolute(of({ PROSPECT_DESK_HOME: "${PROSPECT_DESK_HOME:-}" }).home));
    } finally {
      process.env["HOME"] = home;
    }
  });
});

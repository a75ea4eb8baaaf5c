// The question about credits on a terminal, and what is written to which stream.
import assert from "node:assert/strict";
import { PassThrough, Writable } from "node:stream";
import { OutputClosed, Terminal, askOnTerminal } from "../../../src/cli/terminal";
import { removeFolders } from "../store/rig";

class TextSink extends Writable {
  text = "";
  readonly columns = 40;
  constructor(readonly isTTY: boolean) {
    super();
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

function fakeTerminal(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new TextSink(isTTY);
  const errors = new TextSink(isTTY);
  return { input, output, errors, terminal: new Terminal({ input, output, errors }) };
}

describe("the terminal of the command line", () => {
  afterEach(removeFolders);

  const signal = new AbortController().signal;
  const answers: readonly (readonly [string, string, boolean])[] = [
    ["y", "y\n", true],
    ["yes", "YES\n", true],
    ["nothing", "\n", false],
    ["another word", "yessir\n", false],
  ];
  for (const [name, typed, expected] of answers) {
    it(`takes "${name}" for ${expected ? "a yes" : "a no"}`, async () => {
      const { input, terminal } = fakeTerminal(true);
      input.write(typed);
      assert.equal(await terminal.confirm("Run?", "Spend?", signal), expected);
    });
  }

  it("takes the end of the input for a no, and an abort for neither", async () => {
    const ended = fakeTerminal(true);
    ended.input.end();
    assert.equal(await ended.terminal.confirm("Run?", "Spend?", signal), false);
    const { terminal } = fakeTerminal(true);
    await assert.rejects(terminal.confirm("Run?", "Spend?", AbortSignal.abort()));
  });

  for (const [typed, answer] of [
    ["2\n", "again"],
    ["1\n", "open"],
    ["3\n", "no"],
    ["\n", "no"],
  ] as const) {
    it(`takes ${JSON.stringify(typed)} for "${answer}" when there are two choices`, async () => {
      const { input, errors, terminal } = fakeTerminal(true);
      input.write(typed);
      const choices = [
        { id: "open", label: "Open", credits: 0 },
        { id: "again", label: "Again", credits: 5 },
      ];
      const question = { about: "recent", title: "Fetched.", sentences: ["All of it."], choices } as const;
      assert.equal(await askOnTerminal(terminal, question, signal), answer);
      assert.match(errors.text, /^Fetched\.\nAll of it\.\n1: Open\n2: Again\n/);
    });
  }

  it("prints what records contain unchanged to a pipe, and harmless to a terminal", async () => {
    const harmful = {
      title: "\u001b]0;owned\u0007",
      link: "\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\",
      clear: "\u001b[2J\u001b[H",
      eightBit: "\u009b31m\u009d0;x\u009c",
      overwritten: "shown\rhidden",
      reordered: "\u202egnp.exe\u2066",
      deleted: "a\u0008\u007fb\u0000",
    };
    for (const text of Object.values(harmful)) {
      const line = `"Zoë",${text},"x\ty"\r\nnext\n`;
      for (const given of [line, Buffer.from(line)]) {
        const pipe = fakeTerminal(false);
        await pipe.terminal.print(given);
        assert.equal(pipe.output.text, line);
        const screen = fakeTerminal(true);
        await screen.terminal.print(given);
        const shown = screen.output.text;
        assert.match(shown, /^"Zoë",.*\ufffd.*,"x\ty"\r\nnext\n$/u);
        assert.doesNotMatch(shown, /[^\P{Cc}\t\n\r]|\r(?!\n)|[\u202e\u2066]/u);
      }
    }
    // Bytes that are no UTF-8, and which some terminals obey.
    const raw = fakeTerminal(true);
    await raw.terminal.print(Uint8Array.of(0x9b, 0x33, 0x31, 0x6d));
    assert.equal(raw.output.text, "\ufffd31m");
  });

  it("shows progress on a terminal only, on one line that a note replaces", () => {
    const quiet = fakeTerminal(false);
    quiet.terminal.progress("100 of 200 saved.");
    assert.equal(quiet.errors.text, "");
    const { errors, terminal } = fakeTerminal(true);
    terminal.progress("x".repeat(100));
    terminal.progress("done");
    terminal.note("Note");
    terminal.progress("1");
    terminal.clearProgress();
    terminal.clearProgress();
    assert.match(errors.text, /^\rx{39}…\rdone {36}\r {4}\rNote\n\r1\r \r$/);
  });

  it("removes what could move the cursor or hide text", () => {
    const { errors, terminal } = fakeTerminal(true);
    terminal.note("a\u001b[2Jb\u202ec\r\nd");
    assert.equal(errors.text, "a [2Jbc\nd\n");
  });

  it("says when nobody reads the output", async () => {
    const { output, terminal } = fakeTerminal(false);
    output.destroy(Object.assign(new Error("closed"), { code: "EPIPE" }));
    await assert.rejects(terminal.print("x"), OutputClosed);
  });
});

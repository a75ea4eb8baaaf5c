// Disconnecting: the question names what is running with the connection, here and elsewhere.
import assert from "node:assert/strict";
import { keyHashOf } from "../../../src/service/keyFormat";
import { removeConnection } from "../../../src/workbench/connections/connectionCommands";
import { useVscode } from "../../support/vscode";

const connection = { id: "c", label: "Work", origin: "https://api.example", workspaceId: "w", sandbox: false };

describe("disconnecting", function () {
  const vscode = useVscode();
  let key: string | undefined;
  let deleted: string[];
  let questions: unknown[][];

  beforeEach(() => {
    key = "the-key";
    deleted = [];
    questions = [];
  });

  const disconnect = (titles: readonly (readonly [title: string, id: string])[], confirms: boolean): Promise<void> => {
    vscode.answers.set("showWarningMessage", async (...shown: never[]) => {
      questions.push(shown);
      return confirms ? shown.at(-1) : undefined;
    });
    return removeConnection({
      connections: {
        activeId: "c",
        list: async () => [connection],
        get: async () => (key === undefined ? undefined : { ...connection, key }),
        remove: async () => (key = undefined),
      },
      app: {
        runs: {
          list: async () => titles.map(([title, id]) => ({ header: { title, connection: { ...connection, id } } })),
        },
        store: { pauses: { setDeleted: async (hash: string, isDeleted: boolean) => isDeleted && deleted.push(hash) } },
      },
    } as never);
  };

  it("names what is running with the connection, and stops it", async () => {
    await disconnect(
      [
        ["Fintech", "c"],
        ["Elsewhere", "other"],
      ],
      true,
    );
    const [[, options, button]] = questions as [[string, { readonly detail: string }, string]];
    assert.equal(button, "Stop and Remove");
    assert.match(options.detail, /In progress with it: Fintech\.\n/u);
    assert.doesNotMatch(options.detail, /Elsewhere/u);
    assert.deepEqual([key, deleted], [undefined, [keyHashOf(connection.origin, "the-key")]]);
  });

  it("does not speak of stopping when nothing runs, and changes nothing without consent", async () => {
    await disconnect([], false);
    assert.equal(questions[0]?.at(-1), "Remove");
    assert.deepEqual([key, deleted], ["the-key", []]);
  });
});

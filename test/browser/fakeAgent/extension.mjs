// An agent for tests of the workbench: it calls a paid tool as agent mode does, and shows the answer.
import * as vscode from "vscode";

const input = {
  search: { search: "people", filters: { current_company_headcounts: [{ min: 1 }] } },
  title: "The agent's people",
  records: 20,
  max_credits: 50,
};

export function activate({ subscriptions }) {
  subscriptions.push(
    vscode.commands.registerCommand("fakeAgent.runSearch", async () => {
      const answer = await vscode.lm
        .invokeTool("prospectDesk_run_search", { input, toolInvocationToken: undefined })
        .then(
          ({ content }) => content.map(({ value }) => value).join(" "),
          (error) => `refused: ${error.message}`,
        );
      void vscode.window.showInformationMessage(`Agent: ${answer}`);
    }),
  );
}

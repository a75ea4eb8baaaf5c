// The tools for agents as language-model tools of VS Code: the preview of a call, its confirmation, and the call
// itself.
import {
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  type CancellationToken,
  type LanguageModelToolInvocationPrepareOptions,
  type PreparedToolInvocation,
} from "vscode";
import { callTool, previewTool } from "../../agents/callTool";
import type { Tool, ToolPreview } from "../../agents/tool";
import { allTools } from "../../agents/tools/allTools";
import type { App } from "../../app/app";
import { creditsText } from "../../runs/amounts";
import { windowClosing } from "../../runs/execution";
import { balanceSentence, connectionSentence } from "../../runs/plan";
import { amountText } from "../../text/numbers";
import type { ToolName } from "../commandIds";
import { connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import type { LiveRuns } from "../running/liveRuns";
import { literalMarkdown, safeText } from "../safeText";

/** VS Code reports a tool that prepares for longer than 3 s as unresponsive. */
const longestPreviewMs = 2000;

export class WindowTools {
  private readonly calls = new Map<AbortController, Promise<unknown>>();

  /**
   * `appOfCall` creates the app for one call, because the folders of the workspace can change. `live` shows runs of
   * tools as in progress, so that the user can stop them.
   */
  constructor(
    private readonly appOfCall: () => App,
    private readonly account: AccountMonitor,
    private readonly live: LiveRuns,
  ) {}

  /**
   * The confirmation does not replace the budget: a client can skip confirmations, so each call asks again by itself.
   */
  async prepare(
    name: ToolName,
    { input }: LanguageModelToolInvocationPrepareOptions<unknown>,
  ): Promise<PreparedToolInvocation> {
    const tool = toolOf(name);
    const previewed = await withinTime(previewTool(this.appOfCall(), tool, input));
    if (previewed !== undefined && "error" in previewed) {
      // The call fails for the same reason and spends nothing, so there is nothing to confirm.
      return {};
    }
    const preview = previewed?.preview;
    const { title } = tool;
    const sentence = preview?.sentence ?? title;
    const changes = tool.effect === "spends" ? preview?.credits !== 0 : tool.effect === "writes";
    const message = markdown(this.facts(tool, sentence, preview));
    return {
      invocationMessage: markdown([sentence]),
      ...(changes && { confirmationMessages: { title, message } }),
    };
  }

  async invoke(
    name: ToolName,
    { input }: { readonly input: unknown },
    token: CancellationToken,
  ): Promise<LanguageModelToolResult> {
    const stop = new AbortController();
    const listening = token.onCancellationRequested(() => stop.abort());
    if (token.isCancellationRequested) {
      stop.abort();
    }
    const { call, end } = this.live.follow(stop, "quiet");
    const called = callTool(this.appOfCall(), toolOf(name), input, call).finally(end);
    this.calls.set(stop, called);
    try {
      const { text, isError } = await called;
      if (isError) {
        // VS Code gives the message of an error to the model.
        throw new Error(text);
      }
      return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
    } finally {
      this.calls.delete(stop);
      listening.dispose();
    }
  }

  /** Stops all calls and resolves when their paid replies are saved. */
  async close(): Promise<void> {
    const calls = [...this.calls];
    calls.forEach(([stop]) => stop.abort(windowClosing));
    await Promise.allSettled(calls.map(([, call]) => call));
  }

  private facts(tool: Tool, sentence: string, preview: ToolPreview | undefined): readonly string[] {
    const state = this.account.current;
    const connection = connectionOf(state);
    const isPaid = tool.effect === "spends";
    // The sentence of a plan already contains the balance.
    const balance = state.kind === "ready" && isPaid ? state.balance : undefined;
    const sentences = [sentence];
    if (isPaid && preview?.credits !== undefined) {
      sentences.push(`Expected cost: ${creditsText(preview.credits)}.`);
    }
    if (balance !== undefined && !sentence.includes(amountText(balance))) {
      sentences.push(balanceSentence(balance));
    }
    if (isPaid && connection !== undefined) {
      sentences.push(connectionSentence(safeText(connection.label)));
    }
    return sentences;
  }
}

function toolOf(name: ToolName): Tool {
  const tool = allTools.find((one) => one.name === name);
  if (tool === undefined) {
    throw new RangeError(name);
  }
  return tool;
}

/** Plain paragraphs: names of searches and connections are never formatted. */
function markdown(sentences: readonly string[]): MarkdownString {
  return new MarkdownString(sentences.map((text) => literalMarkdown(safeText(text))).join("\n\n"));
}

async function withinTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), longestPreviewMs)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

// The page's side of the messages: calls the host's procedures, receives its updates, and saves state across hiding.
import {
  answerName,
  ping,
  pong,
  type Answer,
  type Ask,
  type Message,
  type Procedures,
  type Send,
  type UpdateHandlers,
} from "./procedures";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface HostConnection<T extends Procedures, Updates, Saved, Answers = unknown> {
  readonly send: Send<T>;
  readonly ask: Ask<T, Answers>;
  /** Only the host can post into a webview, so updates are not parsed. */
  onUpdate(handlers: UpdateHandlers<Updates>): void;
  /**
   * Called when the extension host stops answering and when it answers again, because VS Code does not notify the page.
   */
  watch(onChange: (isLost: boolean) => void): void;
  /** The state that the page saved before it was hidden or reloaded. */
  readonly saved: Saved | undefined;
  save(state: Saved): void;
}

const pingMs = 2_000;
/** With this many unanswered pings, the host has died; with fewer, it may only be busy. */
const pingsLost = 3;

/** Can be called once per page: VS Code gives its API only once. */
export function connectHost<T extends Procedures, Updates, Saved = undefined, Answers = unknown>(): HostConnection<
  T,
  Updates,
  Saved,
  Answers
> {
  const api = acquireVsCodeApi();
  let lastId = 0;
  const waiting = new Map<number, (result: never) => void>();
  const onAnswer = ({ id, result }: Answer): void => {
    waiting.get(id)?.(result as never);
    waiting.delete(id);
  };
  return {
    send: (name, ...[payload]) => api.postMessage({ name, payload }),
    ask: (name, payload) =>
      new Promise((resolve) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        api.postMessage({ name, payload, id: lastId });
      }),
    onUpdate: (handlers) =>
      window.addEventListener("message", ({ data }: MessageEvent<Message<Updates>>) => {
        const name = data.name as string;
        if (name === answerName) {
          onAnswer(data.payload as Answer);
        } else if (name !== pong.name) {
          handlers[data.name](data.payload as Updates[typeof data.name]);
        }
      }),
    watch: (onChange) => {
      let unanswered = 0;
      window.addEventListener("message", () => {
        if (unanswered >= pingsLost) {
          onChange(false);
        }
        unanswered = 0;
      });
      setInterval(() => {
        unanswered += 1;
        if (unanswered === pingsLost) {
          onChange(true);
        }
        api.postMessage(ping);
      }, pingMs);
    },
    saved: (api.getState() ?? undefined) as Saved | undefined,
    save: (state) => api.setState(state),
  };
}

/** The state the host wrote into the page, or `undefined`. */
export function initialState<State>(): State | undefined {
  const text = document.getElementById("initial-state")?.textContent ?? "";
  return text === "" ? undefined : ((JSON.parse(text) as State | null) ?? undefined);
}

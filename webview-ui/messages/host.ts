// The page's end of the line to the extension host: typed messages both ways, the initial state, state kept over hiding.

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface Host<ToPage, FromPage, Kept> {
  post(message: FromPage): void;
  /** Only the host can post into a webview, so its messages are taken at their type. */
  onMessage(listener: (message: ToPage) => void): void;
  /** What the page kept when it was hidden or reloaded. */
  readonly kept: Kept | undefined;
  keep(state: Kept): void;
}

export function connectHost<ToPage, FromPage, Kept>(): Host<ToPage, FromPage, Kept> {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    onMessage: (listener) => window.addEventListener("message", (event: MessageEvent<ToPage>) => listener(event.data)),
    kept: (api.getState() ?? undefined) as Kept | undefined,
    keep: (state) => api.setState(state),
  };
}

/** The state the host wrote into the page, or `undefined`. */
export function initialState<State>(): State | undefined {
  const text = document.getElementById("initial-state")?.textContent;
  return text === null || text === undefined || text === ""
    ? undefined
    : ((JSON.parse(text) as State | null) ?? undefined);
}

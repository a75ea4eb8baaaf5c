// The parts of `vscode` that running a search uses. `host` answers questions and notifications for the user.
import { fakeConfiguration } from "../workbench/fakeSettings";

export interface Shown {
  readonly text: string;
  readonly detail: string;
  readonly modal: boolean;
  readonly items: readonly string[];
}

export interface FakeUser {
  /** The selected button, if any. */
  choose(shown: Shown): string | undefined | Promise<string | undefined>;
  /** The typed text, or `undefined` for Escape. */
  type(question: { readonly title: string; readonly value: string }): string | undefined;
  confirmAbove: number;
}

export const host: { user: FakeUser } = { user: { choose: () => undefined, type: () => undefined, confirmAbove: 25 } };

const show = async (text: string, ...rest: readonly unknown[]): Promise<string | undefined> => {
  const [first] = rest;
  const options =
    typeof first === "object" && first !== null
      ? (first as { readonly modal?: boolean; readonly detail?: string })
      : undefined;
  const items = (options === undefined ? rest : rest.slice(1)) as readonly string[];
  return host.user.choose({ text, detail: options?.detail ?? "", modal: options?.modal === true, items });
};

export const window = {
  tabGroups: { activeTabGroup: { viewColumn: 1, activeTab: undefined } },
  showInformationMessage: show,
  showWarningMessage: show,
  showErrorMessage: show,
  showInputBox: async ({
    title = "",
    value = "",
    validateInput,
  }: {
    readonly title?: string;
    readonly value?: string;
    readonly validateInput?: (text: string) => string | undefined;
  }): Promise<string | undefined> => {
    const typed = host.user.type({ title, value });
    return typed !== undefined && validateInput?.(typed) === undefined ? typed : undefined;
  },
  showQuickPick: async (): Promise<undefined> => undefined,
  withProgress: async <T>(
    _options: unknown,
    work: (progress: { report(): void }, token: { onCancellationRequested(): void }) => Promise<T>,
  ): Promise<T> => work({ report: () => undefined }, { onCancellationRequested: () => undefined }),
};

export const workspace = {
  textDocuments: [],
  getConfiguration: fakeConfiguration({
    get: (name) => (name === "spending.confirmAbove" ? host.user.confirmAbove : undefined),
  }),
};

export const commands = { executeCommand: async (): Promise<void> => undefined };
export const ProgressLocation = { Notification: 15, Window: 10 };
export const QuickInputButtons = { Back: {} };
export const QuickPickItemKind = { Separator: -1 };
export const FileType = { File: 1, Directory: 2, SymbolicLink: 64 };
export const env = { language: "en" };

export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.listeners) {
      listener(value);
    }
  }
  dispose(): void {
    this.listeners.clear();
  }
}

export class Uri {
  constructor(readonly path: string) {}
  readonly scheme = "file";
  toString(): string {
    return `file://${this.path}`;
  }
}

/** Only imported by modules that are not used here; no files are watched. */
export class RelativePattern {}
export class TabInputCustom {}

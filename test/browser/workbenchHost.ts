// A fresh VS Code for one group of tests: a server with the packaged extension installed, a browser, a new workspace.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium, type BrowserContext } from "playwright-core";
import { ensureChromium } from "../host/chromium.mjs";
import { prepareFolders, serve, workbenchAddress } from "../host/codeServer.mjs";
import { installPackage } from "../host/vsix.mjs";
import { WorkbenchPage } from "./workbenchPage";

export interface HostOptions {
  /** User settings beside the quiet standard ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The workspace's files: path within it → text. */
  readonly files?: Readonly<Record<string, string>>;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export interface WorkbenchHost {
  /** The open folder on disk. */
  readonly workspace: string;
  /** The user's folder on disk: settings, global storage, logs. */
  readonly userData: string;
  readonly extensions: string;
  readonly context: BrowserContext;
  /**
   * Opens one more window on the workspace, with this file of it as on the command line; all windows of a host share
   * their stored state, as a user's do.
   */
  open(file?: string): Promise<WorkbenchPage>;
  readonly origin: string;
  /** Ends the server and starts it again on the same port: stored state is kept, every process is new. */
  restart(): Promise<void>;
  readFile(name: string): string;
  writeFile(name: string, text: string): void;
  stop(): Promise<void>;
}

/** @throws {Error} when the extension is not packaged, or the server or browser does not start */
export async function startHost(options: HostOptions = {}): Promise<WorkbenchHost> {
  const temporary = mkdtempSync(path.join(os.tmpdir(), "pd-"));
  const tidyUp = (): void => rmSync(temporary, { recursive: true, force: true });
  process.once("exit", tidyUp); // when a run is aborted
  const workspace = path.join(temporary, "workspace");
  const userData = path.join(temporary, "user-data");
  const extensions = await extensionsWithVsix();
  mkdirSync(workspace, { recursive: true });
  const writeFile = (name: string, text: string): void => {
    const file = path.join(workspace, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const [name, text] of Object.entries(options.files ?? {})) {
    writeFile(name, text);
  }
  prepareFolders(
    { userData, extensions },
    {
      "files.autoSave": "off",
      "window.commandCenter": false,
      "workbench.welcomePage.walkthroughs.openOnInstall": false,
      ...options.settings,
    },
  );

  const executablePath = await ensureChromium();
  const folders = { userData, extensions, onlyNeeded: true, idleSeconds: 90 };
  const [firstServer, browser] = await Promise.all([
    serve(folders),
    chromium.launch({
      executablePath,
      headless: true,
      chromiumSandbox: false,
      args: ["--disable-gpu", "--disable-dev-shm-usage"],
    }),
  ]);
  let server = firstServer;
  const origin = server.origin;
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1400, height: 900 },
    reducedMotion: "reduce",
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });

  return {
    workspace,
    userData,
    extensions,
    context,
    origin,
    open: async (file) => {
      const page = await context.newPage();
      const opened = file === undefined ? [] : [path.join(workspace, file)];
      await page.goto(workbenchAddress(origin, workspace, ...opened), { waitUntil: "commit" });
      const window = new WorkbenchPage(page);
      await window.ready();
      return window;
    },
    restart: async () => {
      await server.stop();
      server = await serve({ ...folders, port: Number(new URL(origin).port) });
    },
    readFile: (name) => readFileSync(path.join(workspace, name), "utf8"),
    writeFile,
    stop: async () => {
      await browser.close();
      await server.stop();
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
      process.off("exit", tidyUp);
    },
  };
}

let installed: Promise<string> | undefined;

/** The folder with the installed package: of the whole test run, or else of this process. */
function extensionsWithVsix(): Promise<string> {
  const ofTestRun = process.env["PROSPECT_TEST_EXTENSIONS"];
  installed ??= ofTestRun === undefined ? installPackage() : Promise.resolve(ofTestRun);
  return installed;
}

// Installs the MCP server and the skills where agents outside of VS Code look for them: what would be written is shown
// first, what others have written stays, and nothing outside of one folder is touched.
import * as disk from "node:fs/promises";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { quoted } from "../../language/phrases";
import { codeOf, writeFileAtomically } from "../../searches/atomicFile";
import { Refusal, type App } from "../app";
import {
  agentHosts,
  serverName,
  type AddedServer,
  type AgentHost,
  type InstallPlace,
  type ServerStart,
} from "../serverEntry";
import { agree, type Agreed } from "../spending";
import { refuseLinks } from "./nodeFiles";

export interface InstallRequest {
  readonly hosts: readonly AgentHost[];
  readonly place: InstallPlace;
  /** The folder of the workspace or the user's own one; absolute. */
  readonly folder: string;
  readonly server: ServerStart;
  /** The folder that has a folder for each skill. */
  readonly skills: string;
}

/** "same": as it would be written; "kept": it has an entry with the name of the server, which may be another one. */
export type InstallState = "new" | "changed" | "same" | "kept";

export interface InstalledFile {
  /** Relative to the folder, with `/`. */
  readonly file: string;
  readonly state: InstallState;
}

interface PlannedFile extends InstalledFile {
  /** Absent when there is no such file. */
  readonly before: string | undefined;
  readonly text: string;
}

/**
 * The files in their order. Rejects with a `Refusal` when one cannot be used or the user declines; then nothing is
 * written.
 */
export async function installForAgents(
  app: App,
  request: InstallRequest,
  agreed: Agreed,
): Promise<readonly InstalledFile[]> {
  const files = await planFiles(request);
  const written = files.filter(({ state }) => state === "new" || state === "changed");
  if (written.length > 0) {
    await agree(
      app,
      () => ({
        about: "install",
        title: l10n.t("Install for {0}?", request.hosts.map((host) => agentHosts[host].label).join(", ")),
        sentences: [
          ...installedLines(request.folder, files),
          ...(request.server.args.includes("--sandbox")
            ? []
            : [l10n.t("No key is written. Set the environment variable PROSPECT_DESK_KEY where the agent starts.")]),
        ],
        choices: [{ id: "yes", label: l10n.t("Install"), credits: 0 }],
      }),
      agreed,
    );
  }
  for (const { file, before, text } of written) {
    const target = path.join(request.folder, file);
    if ((await readSafely(request.folder, file)) !== before) {
      throw refusal(() => l10n.t("{0} was changed meanwhile, so it was not written. Install again.", quoted(file)));
    }
    await disk.mkdir(path.dirname(target), { recursive: true });
    await writeFileAtomically(disk, target, text, {
      followLink: false,
      mode: request.place === "user" ? 0o600 : 0o644,
    });
  }
  return files.map(({ file, state }) => ({ file, state }));
}

/** What happens, or has happened, with the files of a folder. */
export const installedLines = (folder: string, files: readonly InstalledFile[]): readonly string[] => [
  l10n.t("Folder: {0}", folder),
  ...files.map(installedText),
];

function installedText({ file, state }: InstalledFile): string {
  switch (state) {
    case "new":
      return l10n.t("{0}: new", file);
    case "changed":
      return file.endsWith("SKILL.md")
        ? l10n.t("{0}: replaced by this version", file)
        : l10n.t("{0}: one server more", file);
    case "same":
      return l10n.t("{0}: as it is", file);
    case "kept":
      return l10n.t("{0}: has a server {1} already, which stays as it is", file, quoted(serverName));
  }
}

async function planFiles({ hosts, place, folder, server, skills }: InstallRequest): Promise<readonly PlannedFile[]> {
  const chosen = [...new Set(hosts)].map((host) => agentHosts[host]);
  const texts = await readSkills(skills);
  const planned: PlannedFile[] = [];
  for (const { config, add } of chosen) {
    const file = config[place];
    const before = await readSafely(folder, file);
    planned.push({ file, before, ...configFrom(file, before, add(before ?? "", server)) });
  }
  for (const home of new Set(chosen.map((host) => host.skills))) {
    for (const [name, text] of texts) {
      const file = `${home}/${name}/SKILL.md`;
      const before = await readSafely(folder, file);
      if (before !== undefined && !before.includes("Prospect Desk")) {
        throw refusal(() =>
          l10n.t("{0} is a skill of somebody else. Rename it first; nothing was written.", quoted(file)),
        );
      }
      planned.push({ file, before, text, state: before === undefined ? "new" : before === text ? "same" : "changed" });
    }
  }
  return planned;
}

function configFrom(file: string, before: string | undefined, added: AddedServer): Pick<PlannedFile, "text" | "state"> {
  if (added === "unreadable") {
    throw notUnderstood(file);
  }
  return added === "present"
    ? { text: before ?? "", state: "kept" }
    : { text: added.text, state: before === undefined ? "new" : "changed" };
}

const refusal = (message: () => string): Refusal => new Refusal(message, "file");
const unreadable = (file: string, code: string): Refusal =>
  refusal(() => l10n.t("{0} cannot be read: the system reported {1}.", quoted(file), code));
const notUnderstood = (file: string): Refusal =>
  refusal(() =>
    l10n.t("{0} cannot be understood, so nothing was written. Correct it, or add the server by hand.", quoted(file)),
  );

/** In bytes; configurations are smaller. */
const largestFile = 20_000_000;

/** `undefined` when there is no such file. Never by way of a link. */
async function readSafely(folder: string, file: string): Promise<string | undefined> {
  const target = path.join(folder, file);
  await refuseLinks(folder, target, file);
  try {
    const { size } = await disk.lstat(target);
    if (size > largestFile) {
      throw new TypeError("It is too large.");
    }
    const bytes = await disk.readFile(target);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return undefined;
    }
    throw error instanceof TypeError ? notUnderstood(file) : unreadable(file, codeOf(error));
  }
}

async function readSkills(folder: string): Promise<readonly (readonly [name: string, text: string])[]> {
  const names = (await disk.readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => [name, await disk.readFile(path.join(folder, name, "SKILL.md"), "utf8")] as const),
  );
}

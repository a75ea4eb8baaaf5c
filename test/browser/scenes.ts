// The scenes of the screenshots. To add one: append an entry whose `play` brings the window to what is to be seen.
import type { WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

export interface Scene {
  /** The file's name, in lower case with dashes. */
  readonly name: string;
  /** The workspace's files; without them the scene has the example workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** Each scene starts in a VS Code of its own, in the theme asked for, 1600 pixels wide. */
  play(window: WorkbenchPage, host: WorkbenchHost): Promise<void>;
  /** Put things right after the window has got another width, where it needs more than drawing again. */
  resized?(window: WorkbenchPage, width: number): Promise<void>;
}

export const scenes: readonly Scene[] = [
  {
    name: "first-start",
    play: async (window) => {
      await window.openContainer("Prospect Desk");
      await window.view("Searches").expand();
    },
  },
];

/** The scene of the README's picture; `npm run screenshots -- --readme` writes it to media/. */
export const readmeScene = "first-start";

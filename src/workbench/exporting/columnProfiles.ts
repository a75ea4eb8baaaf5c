// The column profiles offered for a run (built in, in its saved search, for all searches), and saving changes to them.
import type { Edit } from "jsonc-parser/lib/esm/main.js";
import { workspace, type TextDocument } from "vscode";
import type { App } from "../../app/app";
import { ownProfiles } from "../../app/exportFormat";
import { extraDataOf, type RowSource } from "../../app/rowSource";
import { builtInProfiles } from "../../export/columnProfile";
import { crmProfiles } from "../../export/crmProfiles";
import { profileAsJson, type ColumnProfile } from "../../searches/columnProfiles";
import { parseSearch } from "../../searches/parseSearch";
import { removeProfile, saveProfile } from "../../searches/searchEdits";
import { editAndSave } from "../searchFiles/searchFile";
import { searchNameOf } from "../searchFiles/searchFiles";
import { searchOf } from "../searchFiles/searchSource";
import type { ProfilePlace } from "./chooseColumns";

export interface OfferedProfile {
  readonly profile: ColumnProfile;
  readonly place: "builtIn" | Exclude<ProfilePlace, "onlyNow">;
  /** A warning to show before the profile is used. */
  readonly remark?: string;
}

/** Methods reject with an error whose message is a sentence. */
export class ProfileList {
  #listed: Promise<readonly OfferedProfile[]> | undefined;
  #search: Promise<string | undefined> | undefined;

  constructor(
    private readonly source: RowSource,
    private readonly app: App,
  ) {}

  /**
   * Cached until a change, as is `search`: while a dialog waits between two steps, VS Code returns the focus to the
   * editor, which then gets the keys that the user presses.
   */
  list(): Promise<readonly OfferedProfile[]> {
    return (this.#listed ??= this.#read());
  }

  async #read(): Promise<readonly OfferedProfile[]> {
    const { thisSearch, everySearch } = await ownProfiles(this.app, this.source);
    const { recordKind } = this.source;
    const extraData = extraDataOf(this.source);
    return [
      ...builtInProfiles(recordKind, extraData).map((profile) => ({ profile, place: "builtIn" as const })),
      ...crmProfiles(recordKind, extraData).map(({ remark, ...profile }) => ({
        profile,
        place: "builtIn" as const,
        remark,
      })),
      ...thisSearch.map((profile) => ({ profile, place: "thisSearch" as const })),
      ...everySearch.map((profile) => ({ profile, place: "everySearch" as const })),
    ];
  }

  /** The name of the saved search; `undefined` when it no longer exists or cannot contain profiles. */
  search(): Promise<string | undefined> {
    return (this.#search ??= this.#readSearch());
  }

  async #readSearch(): Promise<string | undefined> {
    const document = await this.#document();
    return document && parseSearch(document.getText()).document && searchNameOf(document.uri);
  }

  async save(profile: ColumnProfile, place: ProfilePlace): Promise<void> {
    this.#listed = undefined;
    if (place === "everySearch") {
      const { store } = this.app;
      await store.profiles.saveColumnProfile(this.source.recordKind, profile.name, profileAsJson(profile));
    } else if (place === "thisSearch") {
      await this.#editSearch((text) => saveProfile(text, profile));
    }
  }

  async remove({ profile, place }: OfferedProfile): Promise<void> {
    this.#listed = undefined;
    if (place === "everySearch") {
      await this.app.store.profiles.removeColumnProfile(this.source.recordKind, profile.name);
    } else if (place === "thisSearch") {
      await this.#editSearch((text) => removeProfile(text, profile.name));
    }
  }

  async #document(): Promise<TextDocument | undefined> {
    const uri = await searchOf(this.source.run?.header.source);
    return uri && Promise.resolve(workspace.openTextDocument(uri)).catch(() => undefined);
  }

  async #editSearch(editsOf: (text: string) => readonly Edit[]): Promise<void> {
    const document = await this.#document();
    if (document === undefined) {
      throw new Error("The saved search no longer exists, so the columns were not saved in it.");
    }
    const outcome = await editAndSave(document, editsOf(document.getText()));
    if (outcome === "refused") {
      throw new Error("The saved search could not be changed, so the columns were not saved in it.");
    }
    if (outcome === "notSaved") {
      throw new Error("The saved search could not be saved. The columns are in its editor; save it there.");
    }
  }
}

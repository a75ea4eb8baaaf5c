// The column profiles offered for a run: built in, of its saved search, of this machine; and where changes of them go.
import type { Edit } from "jsonc-parser/lib/esm/main.js";
import { l10n, Uri, workspace, WorkspaceEdit, Range, type TextDocument } from "vscode";
import { builtInProfiles } from "../../export/columnProfile";
import type { RunHeader } from "../../runs/run";
import type { RecordKind } from "../../service/operations";
import { sameProfileName, type ColumnProfile } from "../../searches/columnProfiles";
import { parseSearch } from "../../searches/parseSearch";
import { removeProfile, saveProfile } from "../../searches/searchEdits";
import { searchNameOf } from "../views/searchFiles";
import type { ProfilePlace } from "./chooseColumns";
import type { StoredExports } from "./storedExports";

export interface OfferedProfile {
  readonly profile: ColumnProfile;
  readonly place: "builtIn" | Exclude<ProfilePlace, "onlyNow">;
}

export interface KeptProfiles {
  list(): Promise<readonly OfferedProfile[]>;
  /** The name of the saved search, when it is still there to hold profiles. */
  search(): Promise<string | undefined>;
  /** Rejects with a sentence. */
  save(profile: ColumnProfile, place: ProfilePlace): Promise<void>;
  remove(offered: OfferedProfile): Promise<void>;
}

export function keptProfilesOf(
  { recordKind, source }: Pick<RunHeader, "recordKind" | "source">,
  stored: StoredExports,
): KeptProfiles {
  return {
    async list() {
      const inSearch = await profilesInSearch(source, recordKind);
      const everywhere = (await stored.profiles(recordKind)).filter(
        ({ name }) => !inSearch.some((profile) => sameProfileName(profile.name, name)),
      );
      return [
        ...builtInProfiles(recordKind).map((profile) => ({ profile, place: "builtIn" as const })),
        ...inSearch.map((profile) => ({ profile, place: "thisSearch" as const })),
        ...everywhere.map((profile) => ({ profile, place: "everySearch" as const })),
      ];
    },
    async search() {
      const document = await documentOf(source);
      return document === undefined || parseSearch(document.getText()).document === undefined
        ? undefined
        : searchNameOf(document.uri);
    },
    async save(profile, place) {
      if (place === "everySearch") {
        await stored.saveProfile(recordKind, profile);
      } else if (place === "thisSearch") {
        await editSearch(source, (text) => saveProfile(text, profile));
      }
    },
    async remove({ profile, place }) {
      if (place === "everySearch") {
        await stored.removeProfile(recordKind, profile.name);
      } else if (place === "thisSearch") {
        await editSearch(source, (text) => removeProfile(text, profile.name));
      }
    },
  };
}

async function documentOf(source: string | undefined): Promise<TextDocument | undefined> {
  if (source === undefined) {
    return undefined;
  }
  const uri = Uri.parse(source);
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  // An untitled search that was closed must not come back as an empty one.
  if (open !== undefined || uri.scheme === "untitled") {
    return open;
  }
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    return undefined; // moved or deleted since the run
  }
}

async function profilesInSearch(source: string | undefined, kind: RecordKind): Promise<readonly ColumnProfile[]> {
  const document = await documentOf(source);
  const search = document === undefined ? undefined : parseSearch(document.getText()).document;
  // The file may search for something else by now.
  return search !== undefined && search.search === kind ? (search.export?.profiles ?? []) : [];
}

async function editSearch(source: string | undefined, editsOf: (text: string) => readonly Edit[]): Promise<void> {
  const document = await documentOf(source);
  if (document === undefined) {
    throw new Error(l10n.t("The saved search is not there any more, so the columns were not kept in it."));
  }
  const wasDirty = document.isDirty || document.isUntitled;
  const edit = new WorkspaceEdit();
  for (const { offset, length, content } of editsOf(document.getText())) {
    edit.replace(document.uri, new Range(document.positionAt(offset), document.positionAt(offset + length)), content);
  }
  if (!(await workspace.applyEdit(edit))) {
    throw new Error(l10n.t("The saved search could not be changed, so the columns were not kept in it."));
  }
  // What the user has not saved yet is theirs to save.
  if (!wasDirty && !(await document.save())) {
    throw new Error(l10n.t("The saved search could not be saved. The columns are in its editor; save it there."));
  }
}

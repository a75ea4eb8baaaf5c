// The files of leave-out lists, in any file system that VS Code knows.
import { Uri, workspace } from "vscode";
import type { ListDisk } from "../../app/listFiles";
import { errorText } from "../errorText";
import { listName } from "./listPlaces";

const uriOf = (text: string): Uri => Uri.parse(text, true);

export const listDisk: ListDisk = {
  stat: async (uri) => workspace.fs.stat(uriOf(uri)),
  read: async (uri) => workspace.fs.readFile(uriOf(uri)),
  nameOf: (uri) => listName(uriOf(uri)),
  whyOf: errorText,
};

// Sets context keys, which `when` clauses read.
import { commands } from "vscode";
import { contextKeys } from "./commandIds";

export const setContext = (name: keyof typeof contextKeys, value: boolean): void =>
  void commands.executeCommand("setContext", contextKeys[name], value);

// VS Code's configuration in tests: what the user and the workspace have set, over the defaults of package.json.
import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly contributes: { readonly configuration: { readonly properties: Record<string, { default?: unknown }> } };
};

type Values = Pick<ReadonlyMap<string, unknown>, "get">;

/** `getConfiguration` of VS Code; the values are by name, without the section. */
export function fakeConfiguration(user: Values, ofWorkspace: Values = new Map()) {
  return (section?: string) => {
    const defaultOf = (name: string): unknown =>
      manifest.contributes.configuration.properties[`${section}.${name}`]?.default;
    return {
      get: (name: string): unknown => ofWorkspace.get(name) ?? user.get(name) ?? defaultOf(name),
      inspect: (name: string) => ({
        defaultValue: defaultOf(name),
        globalValue: user.get(name),
        workspaceValue: ofWorkspace.get(name),
        workspaceFolderValue: ofWorkspace.get(name),
      }),
    };
  };
}

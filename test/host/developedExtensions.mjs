// Extensions under development in the web host: their folders are loaded besides the installed extensions.
// @ts-check
import path from "node:path";

/**
 * Puts the embedder's development options into the page before the workbench reads them. (Its `payload` query takes
 * them too, but only together with a flag that turns notifications off.) Runs in the page.
 * @param {object} development
 */
export function developmentOptions(development) {
  document.addEventListener("readystatechange", () => {
    const element =
      document.readyState === "interactive" && document.getElementById("vscode-workbench-web-configuration");
    if (element) {
      const settings = JSON.parse(element.getAttribute("data-settings") ?? "{}");
      element.setAttribute(
        "data-settings",
        JSON.stringify({ ...settings, developmentOptions: { ...settings.developmentOptions, ...development } }),
      );
    }
  });
}

/** @param {string} file */
export function remoteUri(file) {
  return { $mid: 1, scheme: "vscode-remote", authority: "remote", path: path.resolve(file) };
}

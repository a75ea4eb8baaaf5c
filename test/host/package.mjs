// `npm run package`: the extension as a file that VS Code can install.
// @ts-check
import { ensureDependencies } from "./dependencies.mjs";
import { runScript } from "./processes.mjs";
import { packageExtension } from "./vsix.mjs";

await runScript(async () => {
  await ensureDependencies();
  const file = await packageExtension();
  console.log(`\nInstall it with: code --install-extension ${file}`);
});

// The rules of this project alone, its layers above all. The usual ones are in .oxlintrc.json, because oxlint takes a
// tenth of the time for them.
import { readdirSync } from "node:fs";
import parser from "@typescript-eslint/parser";

const belowApp = ["export", "enrichments", "runs", "tables", "store", "records", "searches", "service", "text"];

/** What each core layer may import, from the bottom up: an arrow may only point downward. */
const layers = {
  text: [],
  service: ["text"],
  sandbox: ["service", "text"],
  searches: ["service", "text"],
  records: ["service", "text"],
  store: ["records", "service", "text"],
  tables: ["store", "service", "text"],
  runs: ["tables", "store", "searches", "service", "text"],
  enrichments: ["runs", "store", "searches", "service", "text"],
  export: ["tables", "store", "records", "runs", "searches", "service", "text"],
  app: belowApp,
  agents: ["app", ...belowApp],
  cli: ["agents", "app", "sandbox", ...belowApp],
};

/**
 * Which folders each folder of the workbench may import, from the bottom up. Files beside them are for all, and import
 * none of them; only the desk knows everything.
 */
const features = {
  connections: [],
  searchFiles: [],
  lists: [],
  searchText: ["leaveOut", "searchFiles"],
  leaveOut: ["searchFiles"],
  searchEditor: ["leaveOut", "searchFiles"],
  views: ["connections", "lists", "searchFiles"],
  creditUsage: ["connections", "searchFiles"],
  resultsEditor: ["connections", "leaveOut", "lists", "searchFiles"],
  everything: ["resultsEditor"],
  targets: ["lists", "resultsEditor", "searchFiles"],
  enrichments: ["connections", "resultsEditor"],
  lookups: ["connections", "lists", "resultsEditor", "searchFiles"],
  running: ["connections", "resultsEditor", "searchFiles"],
  exporting: ["leaveOut", "resultsEditor", "searchFiles"],
  companies: ["lists", "lookups", "running", "searchFiles"],
  agents: ["connections", "running", "searchFiles", "targets"],
  startup: ["exporting", "searchFiles"],
  commands: [
    "companies",
    "connections",
    "enrichments",
    "everything",
    "leaveOut",
    "lists",
    "lookups",
    "resultsEditor",
    "running",
    "searchFiles",
    "targets",
    "views",
  ],
};

/** The command line starts in these layers, so they load their large parts on first use. */
const entryLayers = ["cli"];

/** What spends credits: only src/app decides whether it may, and only src/runs does it. */
const spendingPattern = {
  regex: "/runs/",
  importNames: [
    ...["Budgets", "startRun", "resumeRun", "endRun", "payForPage", "createBatch", "readIntoBatch", "runBatch"],
    "lookUpOnce",
  ],
  message: "Only src/app spends credits: call its action.",
};

const layerRules = Object.entries(layers).map(([layer, allowed]) => {
  const forbidden = [...Object.keys(layers), "workbench"].filter(
    (other) => other !== layer && !allowed.includes(other),
  );
  return {
    files: [`src/${layer}/**/*.ts`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [{ name: "vscode", message: `src/${layer} is a core layer: it never imports vscode.` }],
          patterns: [
            {
              // Not a file of the same name beside it.
              regex: `^(?:\\.\\./)+(?:src/)?(?:${forbidden.join("|")})(?:/|$)`,
              message: `src/${layer} may import only ${["itself", ...allowed].join(", ")}: arrows point downward.`,
            },
            { group: ["**/webview-ui/**"], message: `src/${layer} is a core layer: it knows nothing of the pages.` },
            ...(layer === "app" || layer === "runs" ? [] : [spendingPattern]),
          ],
        },
      ],
      // The rule above sees only static imports.
      "no-restricted-syntax": [
        "error",
        {
          // What is loaded on first use is the editor's to decide, and the command line's.
          selector: `ImportExpression${entryLayers.includes(layer) ? "[source.value=/^vscode$|[/]workbench[/]/]" : ""}`,
          message: `src/${layer} is a core layer: it imports statically, so that the arrows can be seen.`,
        },
      ],
    },
  };
});

/** @param {string} from @param {readonly string[]} forbidden */
const featureRule = (from, forbidden) => ({
  "no-restricted-imports": [
    "error",
    {
      patterns: [
        spendingPattern,
        {
          regex: `^${from}/(?:${forbidden.join("|")})/`,
          message: "Folders of the workbench import each other in one direction: see `features` in eslint.config.js.",
        },
      ],
    },
  ],
});
/** A folder that is not in the table may import none of the others. */
const folders = readdirSync("src/workbench", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const featureRules = folders.map((folder) => ({
  files: [`src/workbench/${folder}/**/*.ts`],
  rules: featureRule(
    "\\.\\.",
    folders.filter((other) => other !== folder && !features[folder]?.includes(other)),
  ),
}));

export default [
  {
    files: ["src/**/*.ts", "webview-ui/**/*.ts"],
    languageOptions: { parser },
    // Comments and texts, which oxfmt does not wrap.
    rules: { "max-len": ["error", { code: 120, tabWidth: 2 }] },
  },
  ...layerRules,
  { files: ["src/workbench/*.ts"], rules: featureRule("\\.", folders) },
  {
    files: ["src/workbench/desk*.ts", "src/workbench/openDesk.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: [spendingPattern] }] },
  },
  ...featureRules,
  {
    files: ["webview-ui/**/*.ts"],
    ignores: ["webview-ui/components/toolkit.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "@vscode/webview-ui-toolkit",
              message: "Only webview-ui/components/toolkit.ts imports the toolkit.",
            },
          ],
          patterns: [
            {
              group: [
                "**/src/workbench/**",
                "**/src/sandbox/**",
                "**/src/runs/**",
                "**/src/records/**",
                // The types of columns: nothing else of it is imported.
                "!**/src/records/column",
                // How a number and a status are written.
                "!**/src/records/phoneNumber",
                "!**/src/records/contactStatus",
                "**/src/export/**",
                "**/src/tables/**",
                "!**/src/tables/formulaGuard",
                "**/src/enrichments/**",
              ],
              message: "The pages share only types, the filter catalogue, and how values are written with the host.",
            },
          ],
        },
      ],
    },
  },
];

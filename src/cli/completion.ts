// Scripts that complete the command line in a shell, from the table of verbs and the table of options.
import { optionOf, options, type OptionName } from "./arguments";
import { described, type Shell } from "./verbs";

export const completionScript = (shell: Shell): string => scripts[shell]();

const names = Object.keys(described);
const allOptions = Object.keys(options) as readonly OptionName[];

/** What can follow a verb, besides its options. */
function wordsAfter(name: string): readonly string[] {
  const seconds = (described[name]?.forms ?? []).flatMap((form) => form.split(" ")[1]?.split("|") ?? []);
  return name === "help" ? names : [...new Set(seconds.filter((word) => /^[a-z]+$/u.test(word)))];
}

const flagsOf = (name: string): readonly string[] => (described[name]?.options ?? []).map((option) => `--${option}`);

/** Options whose value is one of some words. */
const choices = allOptions.flatMap((name) => {
  const { offers } = optionOf(name);
  return offers === undefined || offers === "files" ? [] : [[name, offers] as const];
});

const bash = (): string => `_prospect() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=""
  case "$before" in
${choices
  .map(([name, offers]) => `    --${name}) COMPREPLY=($(compgen -W "${offers.join(" ")}" -- "$word")); return;;`)
  .join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names.join(" ")}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${names.map((name) => `    ${name}) words="${[...wordsAfter(name), ...flagsOf(name)].join(" ")}";;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _prospect prospect
`;

/** Inside single quotes a shell interprets nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const zsh = (): string => `#compdef prospect
_prospect() {
  local -a verbs
  verbs=(
${names.map((name) => `    ${quoted(`${name}:${described[name]?.about.replaceAll(":", "\\:") ?? ""}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' verbs
    return
  fi
  case "$words[CURRENT-1]" in
${choices.map(([name, offers]) => `    --${name}) compadd -- ${offers.join(" ")}; return;;`).join("\n")}
  esac
  case "$words[2]" in
${names
  .map((name) => `    ${name}) compadd -- ${[...wordsAfter(name), ...flagsOf(name)].join(" ")};;`)
  .filter((line) => !line.endsWith("-- ;;"))
  .join("\n")}
  esac
  _files
}
compdef _prospect prospect
`;

const fish = (): string => {
  const isVerb = (name: string): string => quoted(`__fish_seen_subcommand_from ${name}`);
  const lines = names.flatMap((name) => [
    `complete -c prospect -n __fish_use_subcommand -a ${name} -d ${quoted(described[name]?.about ?? "")}`,
    ...(wordsAfter(name).length === 0
      ? []
      : [`complete -c prospect -n ${isVerb(name)} -a ${quoted(wordsAfter(name).join(" "))}`]),
    ...(described[name]?.options ?? []).map((option) => {
      const { value, about, offers } = optionOf(option);
      const takes = value === undefined ? "" : offers === "files" ? " -r" : " -x";
      const words = offers === undefined || offers === "files" ? "" : ` -a ${quoted(offers.join(" "))}`;
      const what = quoted(about.replaceAll("\n", " "));
      return `complete -c prospect -n ${isVerb(name)} -l ${option}${takes}${words} -d ${what}`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
};

const scripts: Readonly<Record<Shell, () => string>> = { bash, zsh, fish };

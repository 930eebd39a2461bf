import { printableLine } from "../../../model/text/display/printable.ts";
import { type Command, UsageError } from "../command.ts";

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# bash: eval "$(skillwright completion bash)"
_skillwright() {
  # To bash a colon ends a word, to skillwright it does not; and a name may be anything, also \`$(…)\`.
  local line="\${COMP_LINE:0:COMP_POINT}" each before
  local -a words
  read -ra words <<< "$line"
  if [[ "$line" == *[[:space:]] ]]; then words+=(""); fi
  before="\${words[\${#words[@]}-1]}"
  before="\${before%"\${before##*:}"}"
  COMPREPLY=()
  while IFS= read -r each; do
    printf -v each '%q' "\${each#"$before"}"
    COMPREPLY+=("$each")
  done < <("\${words[0]}" __complete "\${words[@]:1}" 2>/dev/null)
}
complete -o default -F _skillwright skillwright skw
`,
  zsh: `#compdef skillwright skw
# zsh: eval "$(skillwright completion zsh)"
_skillwright() {
  local -a found
  found=("\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#found} )) && [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _skillwright skillwright skw
`,
  fish: `# fish: skillwright completion fish | source
function __skillwright_complete
  set -l words (commandline -opc)
  $words[1] __complete $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c skillwright -a '(__skillwright_complete)'
complete -c skw -a '(__skillwright_complete)'
`,
};

export const completion: Command = {
  usage: "bash|zsh|fish",
  about: "Prints a script that completes commands, options and the names of skills.",
  options: {},
  examples: [
    ['eval "$(skillwright completion bash)"', "add this line to ~/.bashrc"],
    ['eval "$(skillwright completion zsh)"', "add this line to ~/.zshrc"],
    ["skillwright completion fish | source", "add this line to config.fish"],
  ],
  positionals: [1, 1],
  completes: Object.keys(SCRIPTS),
  run({ positionals, out }) {
    const shell = positionals[0] as string;
    const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
    if (script === undefined)
      throw new UsageError(
        `there is no completion script for the shell \`${printableLine(shell)}\``,
        `use one of ${Object.keys(SCRIPTS).join(", ")}`,
      );
    out.write(script);
    return 0;
  },
};

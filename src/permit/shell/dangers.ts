/**
 * What a `*` does not grant. A program may do what it is for; a word that makes it run another program, take its orders from
 * elsewhere, or write where a reader is expected is only granted where a rule spells it out. Data, from the programs' own
 * manuals; a program that is not here is granted as its rule says.
 */
export interface Dangers {
  /** Long options without their dashes; an abbreviation counts too, because most programs take it. */
  readonly long?: readonly string[];
  /** Letters of short options, alone or in a cluster. */
  readonly short?: string;
  /** Whole words, options or not. */
  readonly words?: readonly string[];
  /** How words begin. */
  readonly begins?: readonly string[];
  /** What no word may have in it. */
  readonly contains?: RegExp;
  /** It runs whatever is named behind it: that must be spelled out. */
  readonly runs?: true;
  /** It takes its orders from a file: that must come first, behind nothing but these letters of options. */
  readonly interprets?: string;
  /** Options that a text follows, whatever that begins with. */
  readonly texts?: readonly string[];
  /** It has commands of its own, and takes unknown ones from elsewhere: only these are its own. */
  readonly commands?: ReadonlySet<string>;
}

const RUNS: Dangers = { runs: true };
const EDITOR: Dangers = { interprets: "" };
const of = (words: string): readonly string[] => words.split(" ");

const FIND = "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls";
const TAR =
  "checkpoint-action to-command use-compress-program rsh-command info-script new-volume-script rmt-command index-file";
const GH =
  "api cache gist help issue label org pr project release repo ruleset run search secret status variable workflow";

const EACH: readonly (readonly [programs: string, dangers: Dangers])[] = [
  [
    "at batch bunx busybox bwrap chroot chrt command cross-env crontab doas dotenv entr env firejail flock hyperfine ionice ltrace nice " +
      "nohup npx nsenter open parallel pipx proxychains runuser screen script setarch setsid start-stop-daemon stdbuf strace " +
      "su sudo systemd-run taskset timeout tmux unshare uvx watch xargs xdg-open xvfb-run",
    RUNS,
  ],
  ["ed emacs ex nano nvim rview rvim vi view vim vimdiff", EDITOR],
  ["bash dash ksh sh zsh", { interprets: "euvx" }],
  ["python python2 python3", { interprets: "uBEIOsm", words: of("timeit pdb code runpy profile cProfile trace") }],
  [
    "node tsx ts-node perl ruby php lua julia osascript expect tclsh csh tcsh fish irb pwsh powershell",
    { interprets: "" },
  ],
  ["ag", { long: ["pager"] }],
  ["bun", { words: of("x exec repl"), short: "epr", long: of("eval print preload") }],
  ["bundle", { words: of("exec config plugin") }],
  ["cargo", { long: ["config"] }],
  ["conda mamba micromamba", { words: ["run"] }],
  ["curl", { short: "K", long: ["config"], contains: /%output\{/ }],
  ["deno", { words: of("eval repl") }],
  ["direnv mise asdf", { words: of("exec x") }],
  ["docker podman", { words: of("run exec"), short: "H", long: of("config host context") }],
  ["fd fdfind", { short: "xX", long: of("exec exec-batch") }],
  ["find", { words: of(FIND), begins: ["-files0-from"] }],
  ["gdb lldb", { interprets: "" }],
  ["gh", { commands: new Set(of(GH)), words: ["--"], texts: of("--body -b --title -t --notes -n") }],
  ["go", { begins: of("-exec --exec -toolexec --toolexec -vettool --vettool -overlay --overlay") }],
  ["hatch pipenv poetry", { words: of("run shell") }],
  ["kubectl", { words: of("exec run debug plugin"), long: of("kubeconfig") }],
  ["less", { begins: ["+"], short: "kK", long: of("lesskey-file lesskey-src lesskey-content") }],
  [
    "make gmake",
    { short: "fCIE", long: of("file makefile directory eval include-dir"), contains: /^[A-Za-z_]\w*[:+?!]{0,3}=/ },
  ],
  ["man", { short: "PHC", long: of("pager html config-file browser") }],
  ["more", { begins: ["+"] }],
  ["nc ncat netcat", { short: "ec", long: of("exec sh-exec lua-exec") }],
  ["nix", { words: of("run shell develop eval repl") }],
  ["nmap", { long: of("script interactive datadir stylesheet") }],
  [
    "npm",
    {
      words: of("exec x explore config c set edit init create innit"),
      short: "C",
      long: of("script-shell node-options userconfig globalconfig prefix call shell"),
    },
  ],
  ["pnpm", { words: of("exec dlx config env"), long: of("script-shell dir prefix"), short: "C" }],
  ["printf", { begins: ["-v"], contains: /%[-+ #0-9.*']{0,20}n/ }],
  ["rg", { short: "z", long: of("pre hostname-bin search-zip") }],
  ["rsync", { short: "e", long: of("rsh rsync-path daemon config") }],
  ["scp sftp", { short: "SoFDb" }],
  ["sort", { short: "oST", long: of("output compress-program temporary-directory") }],
  ["split", { long: ["filter"] }],
  ["sqlite3", { begins: of("-init -cmd --init --cmd .") }],
  ["ssh", { short: "oFSEI" }],
  ["systemctl", { words: of("edit"), short: "H", long: ["host"] }],
  ["tar bsdtar gtar", { short: "IF", long: of(TAR), contains: /^[A-EGHJ-Za-z]*[IF][A-Za-z]*$|^[^-/=][^/=]*:/ }],
  ["tcpdump", { short: "zwW" }],
  ["test [", { words: of("-v -R") }],
  ["uv", { words: of("run x tool") }],
  ["wget", { short: "e", long: of("execute use-askpass config") }],
  ["yarn", { words: of("exec dlx config node") }],
  ["zip", { short: "T", long: of("unzip-command test") }],
];

export const DANGERS: ReadonlyMap<string, Dangers> = new Map(
  EACH.flatMap(([programs, dangers]) => of(programs).map((program) => [program, dangers] as const)),
);

/** They change what the rest of a line means, or hide what it runs: only a rule that has all of their words grants them. */
export const NEVER: ReadonlySet<string> = new Set(
  of(
    ". source eval exec trap alias unalias enable hash bind complete compgen compopt fc history let declare typeset local " +
      "readonly export unset set shopt read mapfile readarray getopts builtin coproc",
  ),
);

/** Variables that may be set for one command: what they change is how something is shown. */
export const HARMLESS_VARIABLES: RegExp =
  /^(?:LANG|LANGUAGE|LC_[A-Z]{1,20}|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CI|COLUMNS|LINES|NODE_ENV)$/;

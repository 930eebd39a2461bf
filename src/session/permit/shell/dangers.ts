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
  /** It takes its orders from what it is fed with, unless an option that fits says them. */
  readonly fed?: RegExp;
  /** Options that a text follows, whatever that begins with. */
  readonly texts?: readonly string[];
  /** It has commands of its own, and takes unknown ones from elsewhere: only these are its own. */
  readonly commands?: ReadonlySet<string>;
}

const RUNS: Dangers = { runs: true };
/** Nothing says their orders in a way that could be judged. */
const FED: Dangers = { fed: /^(?!)/ };
const of = (words: string): readonly string[] => words.split(" ");

const FIND = "-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls";
const MODULES =
  "timeit pdb code runpy profile cProfile trace asyncio pickle zipfile tarfile idlelib IPython bpython ptpython sqlite3";
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
  ["dc ed emacs ex gdb lldb nano nvim rview rvim sftp vi view vim vimdiff", FED],
  ["bash dash ksh sh zsh", { interprets: "euvx" }],
  ["python python2 python3", { interprets: "uBEIOsm", words: of(MODULES) }],
  [
    "csh elixir erl expect fish ghci gnuplot groovy guile irb jshell julia lua node octave osascript perl php powershell pwsh R racket raku " +
      "Rscript ruby runghc sbcl scala swift tclsh tcsh ts-node tsx",
    { interprets: "" },
  ],
  ["ack ag bat", { long: ["pager"] }],
  ["aws", { words: ["configure"] }],
  ["bun", { words: of("x exec repl"), short: "epr", long: of("eval print preload") }],
  ["bundle", { words: of("exec config plugin") }],
  ["cargo", { long: of("config manifest-path"), short: "CZ" }],
  ["cmake", { words: of("-E -P"), short: "C" }],
  ["conda mamba micromamba", { words: ["run"] }],
  [
    "curl",
    {
      short: "K",
      long: of("config engine unix-socket abstract-unix-socket"),
      begins: ["--expand"],
      contains: /%output\{/,
    },
  ],
  ["deno", { words: of("eval repl") }],
  ["direnv mise asdf", { words: of("exec x") }],
  [
    "docker podman",
    { words: of("run exec create cp plugin service stack"), short: "H", long: of("config host context") },
  ],
  ["exiftool", { begins: of("-if -config -execute -p -@") }],
  ["fd fdfind", { short: "xX", long: of("exec exec-batch") }],
  ["find", { words: of(FIND), begins: ["-files0-from"] }],
  ["gh", { commands: new Set(of(GH)), words: ["--"], texts: of("--body -b --title -t --notes -n") }],
  [
    "go",
    {
      begins: of("-exec --exec -toolexec --toolexec -vettool --vettool -overlay --overlay -C --C -modfile --modfile"),
      words: ["-w"],
      contains: /-extld/,
    },
  ],
  ["hatch pipenv poetry", { words: of("run shell") }],
  ["helm", { words: ["plugin"], long: of("post-renderer kubeconfig") }],
  ["just", { short: "fcd", long: of("justfile command shell shell-arg working-directory") }],
  [
    "kubectl",
    {
      words: of("exec run debug plugin set set-credentials"),
      long: of("kubeconfig exec-command enable-exec enable-alpha-plugins"),
    },
  ],
  ["latex latexmk lualatex pdflatex tex xelatex", { contains: /^-{1,2}(?:shell-e|enable-w)|write18|^-(?:e|r)$/ }],
  ["less", { begins: ["+"], short: "kKoO", long: of("lesskey-file lesskey-src lesskey-content log-file") }],
  [
    "make gmake",
    { short: "fCIE", long: of("file makefile directory eval include-dir"), contains: /^[A-Za-z_]\w*[:+?!]{0,3}=/ },
  ],
  ["man", { short: "PHC", long: of("pager html config-file browser") }],
  ["more", { begins: ["+"] }],
  [
    "mariadb mysql",
    { fed: /^-e|^--execute/, contains: /\\!|system\s|^--(?:pager|tee|init)/i, long: of("defaults-file") },
  ],
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
  ["openssl", { begins: of("-engine -provider") }],
  ["pandoc", { short: "FLd", long: of("filter lua-filter pdf-engine defaults data-dir") }],
  ["pip pip3", { words: ["config"], long: ["python"] }],
  ["pnpm", { words: of("exec dlx config env"), long: of("script-shell dir prefix"), short: "C" }],
  ["printf", { begins: ["-v"], contains: /%[-+ #0-9.*']{0,20}n/ }],
  ["psql", { fed: /^-c|^--command/, short: "fo", contains: /\\|\bprogram\b/i, long: of("file output log-file") }],
  ["rake", { short: "efEpr", long: of("execute rakefile require rakelibdir") }],
  ["rg", { short: "z", long: of("pre hostname-bin search-zip") }],
  ["rsync", { short: "e", long: of("rsh rsync-path daemon config") }],
  ["scp", { short: "SoFD" }],
  ["sort", { short: "oST", long: of("output compress-program temporary-directory") }],
  ["split", { long: ["filter"] }],
  ["socat", { contains: /(?:exec|system|shell):/i }],
  [
    "sqlite3",
    {
      fed: /^\s*(?:select|insert|update|delete|create|drop|alter|pragma|with|explain|begin|replace|analyze|reindex)\s/i,
      begins: of("-init -cmd --init --cmd ."),
      contains: /\n\s*\.|writefile|load_extension|edit\s*\(/i,
    },
  ],
  ["ssh", { short: "oFSEI" }],
  ["systemctl", { words: of("edit"), short: "H", long: ["host"] }],
  ["tar bsdtar gtar", { short: "IF", long: of(TAR), contains: /^[A-EGHJ-Za-z]*[IF][A-Za-z]*$|^[^-/=][^/=]*:/ }],
  ["tcpdump", { short: "zwW" }],
  ["test [", { words: of("-v -R") }],
  ["tree", { short: "o" }],
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

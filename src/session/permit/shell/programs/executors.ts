/** Programs that run code or other programs. */

export const INTERPRETERS =
  "perl ruby php Rscript lua bun deno tsx ts-node csh elixir erl expect fish ghci gnuplot groovy guile irb jshell julia octave osascript " +
  "powershell pwsh R racket raku runghc sbcl scala swift tclsh tcsh ksh";

/** Their operand is a command, or code that they run. */
export const RUNNERS =
  "sudo doas xargs npx bunx pipx uvx watch parallel nohup setsid strace ltrace chroot unshare nsenter flock ionice taskset chrt script screen " +
  "tmux systemd-run entr hyperfine dotenv cross-env direnv runuser busybox start-stop-daemon xvfb-run fakeroot valgrind gosu tini rlwrap doppler aws-vault perf mpirun concurrently watchexec catchsegv linux32 linux64 poe pyenv lerna pdm stack ip proxychains firejail bwrap setarch time";

/** Behind these words an unknown program runs another one. */
export const EXECUTORS: ReadonlySet<string> = new Set(
  `exec run eval shell dlx source bash sh zsh dash python python3 node ssh env ${INTERPRETERS} ${RUNNERS}`.split(" "),
);

/** Words that need a closer look although they have plain letters: other programs, and usual names of files with secrets. */
export const SUSPECTS: readonly string[] = [...EXECUTORS, "secrets", "credentials"];

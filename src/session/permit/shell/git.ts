/** What a `*` behind `git` does not grant. Git runs programs that its options, its configuration or its addresses name. */

import type { Spelled } from "./command-pattern.ts";
import { couldBeOption, isDangerous } from "./dangerous-word.ts";
import type { Dangers } from "./dangers.ts";
import { USUAL_REMOTES, VALUED_GLOBALS } from "./git-writes.ts";
import { type ShellWord, word } from "./read/line.ts";
import { type Options, readOptions } from "./read/read-options.ts";

const of = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Before the command. Any other may point git to another configuration, and so to other programs. */
const GLOBAL = of(
  "--no-pager -P -p --paginate --no-optional-locks --no-replace-objects --literal-pathspecs --version --help -v -h",
);

/** What is not among these may be an alias, or any program whose name begins with `git-`. */
const COMMANDS = of(
  "add am apply archive bisect blame branch cat-file check-attr check-ignore checkout cherry cherry-pick clean clone commit " +
    "config count-objects describe diff diff-files diff-index diff-tree fetch for-each-ref format-patch fsck gc grep " +
    "hash-object init log ls-files ls-remote ls-tree merge merge-base merge-tree mv name-rev notes prune pull push " +
    "range-diff rebase reflog remote reset restore rev-list rev-parse revert rm shortlog show show-branch show-ref " +
    "sparse-checkout stash status submodule switch symbolic-ref tag update-index update-ref var verify-commit verify-tag " +
    "version whatchanged worktree write-tree",
);

const LONG = (
  "upload-pack receive-pack exec output output-directory extcmd open-files-in-pager config template exec-path config-env " +
  "git-dir work-tree namespace strategy"
).split(" ");

const ALWAYS: Dangers = { long: LONG, contains: /::/ };

/** Another repository than those that the user has named: what comes from there is anybody's, agent settings included. */
const ADDRESS = /:\/\/|^[^:@]*@[^:]*:|^[^-:/.][^:/.]*\.[^:/]*:|^[./~]/;
const OWN: ReadonlyMap<string, Dangers> = new Map<string, Dangers>([
  ["archive", { short: "o" }],
  ["bisect", { words: ["run", "replay", "visualize", "view"] }],
  ["clone", { short: "cu" }],
  ["fetch", { contains: ADDRESS }],
  ["format-patch", { short: "o" }],
  ["grep", { short: "O" }],
  // Trees and commits of somebody's own making, which a checkout would bring to life.
  ["hash-object", { short: "w" }],
  ["merge", { short: "s" }],
  ["pull", { short: "s", contains: ADDRESS }],
  ["push", { contains: ADDRESS, long: ["repo"] }],
  ["rebase", { short: "xs" }],
  ["remote", { words: ["add", "set-url"] }],
  ["submodule", { words: ["foreach", "add", "update", "set-url"] }],
]);

/** Where `-m` is followed by a text, whatever that begins with. */
const WITH_MESSAGE = of("commit tag merge stash notes");

export function gitDanger(words: readonly ShellWord[], spelled: Spelled): string | undefined {
  let at = 1;
  for (; at < words.length && words[at]?.text.startsWith("-"); at++) {
    const { text } = words[at] as ShellWord;
    if (!spelled(at) && !GLOBAL.has(text)) return `\`git ${text}\` can make it run something else`;
    if (VALUED_GLOBALS.has(text)) at++;
  }
  const command = words[at];
  if (command === undefined) return undefined;
  if (!spelled(at) && !(command.whole && COMMANDS.has(command.text)))
    return `\`git ${command.text}\` can stand for anything`;
  const remote = REMOTE.has(command.text) ? remoteDanger(words, spelled, at) : undefined;
  if (remote !== undefined) return remote;
  if (command.text === "config" && !isAsking(words[at + 1])) return "`git config` can make git run something else";
  return among(command.text, words, spelled, at + 1);
}

const REMOTE = of("fetch pull push");
const REMOTE_OPTIONS: Options = {
  plain:
    /^-(?:[46afknpqtuvPr]+|j\d+)$|^--(?:all|append|atomic|autostash|dry-run|ff|ff-only|force|force-with-lease|no-[a-z-]+|prune|prune-tags|progress|quiet|rebase|tags|follow-tags|set-upstream|stat|unshallow|update-head-ok|verbose|delete|mirror|squash|signoff|commit|edit|recurse-submodules|multiple|ipv[46]|keep|[a-z-]+=.*)?$/,
  valued: /^--(?:depth|deepen|jobs|shallow-since|shallow-exclude)$|^-j$/,
  into: /^(?!)()/,
};

/** [B23] A name that no remote has is a directory: what was just cloned could be pulled into the project. */
function remoteDanger(words: readonly ShellWord[], spelled: Spelled, at: number): string | undefined {
  const operand = words.findIndex(({ text }, place) => place > at && !text.startsWith("-"));
  if (operand === -1 || spelled(operand)) return undefined;
  // What goes on when it runs is no remote, whatever it begins with.
  const known = words.slice(at).map((each) => (each.whole ? each : word(`${each.text}?`)));
  const [remote] = readOptions(known, REMOTE_OPTIONS)?.operands ?? [];
  return remote !== undefined && USUAL_REMOTES.includes(remote) ? undefined : NO_REMOTE;
}

const NO_REMOTE = "another repository than `origin` and `upstream` must be spelled out";

/** Only questions: what is set there is run later. */
function isAsking(word: ShellWord | undefined): boolean {
  return word?.whole === true && /^(?:--get(?:-all|-regexp)?|--list|-l|get|list)$/.test(word.text);
}

function among(command: string, words: readonly ShellWord[], spelled: Spelled, from: number): string | undefined {
  const own = OWN.get(command);
  let ended = false;
  for (let at = from; at < words.length; at++) {
    const word = words[at] as ShellWord;
    if (spelled(at) || (WITH_MESSAGE.has(command) && isMessage(words[at - 1] as ShellWord))) continue;
    if (isDangerous(word, ALWAYS) || (own && isDangerous(word, own)))
      return `\`git ${command}\` with \`${word.text}\` can run or write something else`;
    if (!ended && couldBeOption(word)) return "a word of it could become an option when it runs";
    ended ||= word.whole && word.text === "--";
  }
  return undefined;
}

/** Behind letters that take no word themselves: in `-Xm` the `m` is what `-X` takes. */
function isMessage({ text, whole }: ShellWord): boolean {
  return whole && /^(?:-[aefiknopqsvz]{0,8}m|--message)$/.test(text);
}

import type { Program, Use } from "../program.ts";

/*
 * Git by subcommand. It runs programs that its options, settings and addresses name, so only options that choose and print are
 * here. Commands that change the tree are here if they take their content from the repository itself. Missing on purpose: `config`
 * with a value, `symbolic-ref`, `update-ref`, `hash-object -w`, `apply`, `am`, `clone`, `init`, `submodule update`, `bisect run`.
 */

const PATCH = {
  "-p -u -s --patch --no-patch --shortstat --numstat --name-only --name-status --summary --raw --compact-summary":
    "chooses how changes are printed",
  "--stat --color --word-diff --abbrev =text?": "changes the output",
  "-U --unified =number": "changes the output",
  "-M -C -w -b -B -R -z --find-renames --ignore-all-space --ignore-space-change --ignore-blank-lines --minimal --patience":
    "changes the comparison",
  "--histogram --no-color --no-renames --no-ext-diff --no-textconv --quiet --exit-code --check --full-index":
    "changes the comparison",
  "-S -G --diff-filter =text": "chooses changes",
};
const HISTORY = {
  ...PATCH,
  "--oneline --graph --all --branches --tags --remotes --merges --no-merges --first-parent --reverse --follow --abbrev-commit":
    "chooses commits",
  "--decorate --pretty =text?": "changes the output",
  "-n --max-count --skip =number": "limits the output",
  "-NUM": "limits the output",
  "--since --until --after --before --author --committer --grep --format --date =text": "chooses commits",
  "-i -E -F -c --cc --left-right --cherry-pick --no-decorate --topo-order --date-order": "chooses commits",
};

const log: Use = { hidden: "reads", operands: "revision...", afterDashes: "revision...", options: HISTORY };
const diff: Use = {
  hidden: "reads",
  operands: "revision...",
  afterDashes: "revision...",
  options: { ...PATCH, "--cached --staged --merge-base": "chooses what is compared" },
};
/** Prints, and takes revisions and these options. */
const print = (options: Use["options"] = {}): Use => ({
  hidden: "reads",
  operands: "revision...",
  afterDashes: "revision...",
  options,
});

const status: Use = {
  hidden: "reads",
  operands: "look...",
  afterDashes: "look...",
  options: {
    "-s -b -v -z --short --branch --ahead-behind --show-stash --long": "changes the output",
    "--porcelain -u --untracked-files --ignored =text?": "changes the output",
  },
};
const lsFiles: Use = {
  hidden: "reads",
  operands: "look...",
  afterDashes: "look...",
  options: {
    "-m -o -d -s -z -c -t --others --modified --cached --deleted --stage --exclude-standard --full-name":
      "chooses files",
  },
};
const branch: Use = {
  hidden: "reads",
  operands: "branch...",
  options: {
    "-a -r -v -q --all --remotes --list --show-current --no-color": "prints branches",
    "--sort --format --contains --merged --no-merged =text?": "chooses branches",
    "-d -D -m -M -f --delete --move --force": "changes names in this repository",
    "-u --set-upstream-to =branch": "chooses the branch that is pulled",
  },
};
const tagNames: Use = {
  hidden: "reads",
  operands: "text...",
  needs: ["-l --list"],
  options: { "-l -n --list": "lists tags", "--sort --format --contains =text?": "chooses tags" },
};
const tag: Use = {
  hidden: "reads",
  operands: "branch...",
  options: {
    "-l -n -a -d -f --list --delete --annotate": "lists, creates or deletes tags of this repository",
    "-m --message =text": "is the message",
    "--sort --format --contains =text?": "chooses tags",
  },
};
const commit: Use = {
  hidden: "reads",
  operands: "add...",
  afterDashes: "add...",
  fed: true,
  options: {
    "-m --message --author --date =text": "is recorded",
    "-F --file =read": "is the message",
    "-a -q -v -s --all --amend --no-edit --allow-empty --quiet --verbose --signoff": "chooses what is recorded",
    "--fixup --squash =branch": "chooses the message",
  },
};
const add: Use = {
  hidden: "reads",
  operands: "add...",
  afterDashes: "add...",
  implies: "add",
  options: {
    "-A -u -n -v -N --all --update --dry-run --verbose --intent-to-add": "chooses what is recorded",
  },
};

const push: Use = {
  hidden: "reads",
  operands: "remote? pushed...",
  options: {
    "-u -q -v -n --set-upstream --quiet --verbose --dry-run --tags --follow-tags --porcelain":
      "sends commits of this repository",
    "--force-with-lease =text?": "replaces only what was seen before",
  },
};
const FETCH = {
  "-p -t -q -v -n --prune --tags --no-tags --quiet --verbose --dry-run --unshallow": "fetches into this repository",
  "--depth --deepen -j --jobs =number": "limits what is fetched",
};
const fetch: readonly Use[] = [
  { hidden: "reads", operands: "remote? refspec...", options: FETCH },
  {
    hidden: "reads",
    fetchesAny: true,
    needs: ["--all"],
    options: { ...FETCH, "--all": "fetches from every remote that the user has named" },
  },
];
const pull: Use = {
  operands: "remote? mainline?",
  brings: true,
  checksOut: true,
  options: {
    "--ff-only --no-rebase --no-edit --autostash --tags --quiet --verbose -r -q -v -p --prune":
      "chooses how branches are joined",
    "--rebase =name?": "chooses how branches are joined",
  },
};

/** These take over what the repository has. */
const CHANGES = { brings: true, checksOut: true } as const;
const checkout: Use = {
  ...CHANGES,
  operands: "checkout? checkout?",
  afterDashes: "pathspec...",
  options: {
    "-b -B --orphan =branch": "names a new branch",
    "-q -f -t --quiet --force --track --no-track --detach --ours --theirs": "chooses what is checked out",
  },
};
const switchBranch: Use = {
  ...CHANGES,
  operands: "checkout?",
  options: {
    "-c -C --create --force-create --orphan =branch": "names a new branch",
    "-q -f -d -t --quiet --force --detach --discard-changes --track --no-track": "chooses what is checked out",
  },
};
const restore: Use = {
  ...CHANGES,
  operands: "pathspec...",
  afterDashes: "pathspec...",
  options: {
    "-S -W -q --staged --worktree --quiet --ours --theirs": "chooses what is restored",
    "-s --source =branch": "chooses the commit",
  },
};
const reset: Use = {
  ...CHANGES,
  operands: "checkout...",
  afterDashes: "pathspec...",
  options: { "-q --hard --soft --mixed --keep --quiet": "chooses what is reset" },
};
const merge: Use = {
  ...CHANGES,
  operands: "branch...",
  options: {
    "-q -v --no-ff --ff --ff-only --squash --no-commit --no-edit --abort --continue --quit --quiet --stat":
      "chooses how branches are joined",
    "-m =text": "is the message",
  },
};
const rebase: Use = {
  ...CHANGES,
  operands: "branch? branch?",
  options: {
    "-q --abort --continue --skip --autostash --quiet": "chooses how commits are moved",
    "--onto =branch": "chooses the new base",
  },
};
const pick: Use = {
  ...CHANGES,
  operands: "branch...",
  options: {
    "-x -n -s --no-commit --no-edit --abort --continue --skip --signoff": "chooses what is recorded",
    "-m --mainline =number": "chooses the parent",
  },
};
const stashed: Use = { ...CHANGES, operands: "branch?", options: { "-q --index --quiet": "chooses what is restored" } };
const stashPush: Use = {
  operands: "",
  afterDashes: "pathspec...",
  options: { "-q -k --quiet --keep-index --staged": "chooses what is stored", "-m --message =text": "is the message" },
};

const remove: readonly Use[] = [
  {
    operands: "pathspec...",
    afterDashes: "pathspec...",
    needs: ["--cached"],
    options: { "--cached -r -f -q -n --quiet --dry-run --ignore-unmatch": "removes from the index only" },
  },
  {
    operands: "removed...",
    afterDashes: "removed...",
    options: { "-r -f -q -n --quiet --dry-run --ignore-unmatch": "removes files" },
  },
];
const clean: readonly Use[] = [
  {
    operands: "look...",
    afterDashes: "look...",
    hidden: "reads",
    needs: ["-n --dry-run"],
    options: { "-n -f -d -x -X -q --dry-run --force": "prints only" },
  },
  { operands: "removed removed...", options: { "-f -d -x -X -q --force": "removes files below the paths" } },
];

const COMMANDS: Readonly<Record<string, Program>> = {
  log,
  show: log,
  whatchanged: log,
  reflog: { hidden: "reads", operands: "", options: HISTORY, commands: { show: log } },
  diff,
  "diff-tree": print({ ...PATCH, "-r -t --root --no-commit-id": "chooses what is printed" }),
  "diff-index": print({ ...PATCH, "--cached": "chooses what is compared" }),
  "diff-files": print(PATCH),
  status,
  "ls-files": lsFiles,
  "ls-tree": print({ "-r -t -d -l -z --name-only --full-tree --long": "chooses what is printed" }),
  "rev-parse": print({
    "-q --show-toplevel --show-prefix --git-dir --is-inside-work-tree --verify --quiet --symbolic-full-name --all":
      "prints a name",
    "--abbrev-ref --short =text?": "prints a name",
  }),
  "rev-list": print({ ...HISTORY, "--count --objects": "chooses what is printed" }),
  shortlog: {
    ...print({
      "-s -n -e -c --summary --numbered --email --all --no-merges": "chooses commits",
      "--since --until =text": "chooses commits",
    }),
    fed: true,
  },
  blame: print({
    "-w -M -C -l -s -e -f -n --show-name --porcelain": "changes the output",
    "-L =text": "chooses lines",
  }),
  describe: print({
    "--tags --always --dirty --all --long --exact-match": "changes the name",
    "--abbrev --match =text": "changes the name",
  }),
  "cat-file": print({ "-p -t -s -e": "prints an object" }),
  "merge-base": print({ "-a --all --is-ancestor --fork-point": "prints a commit" }),
  "name-rev": print({ "--name-only --tags": "prints a name" }),
  "show-ref": print({ "--heads --tags --verify -q -s -d": "prints refs" }),
  "for-each-ref": {
    hidden: "reads",
    operands: "text...",
    options: { "--format --sort --contains --merged =text": "prints refs", "--count =number": "limits the output" },
  },
  grep: {
    hidden: "reads",
    operands: "text revision...",
    afterDashes: "read...",
    options: {
      "-n -i -l -c -w -v -o -E -F -G -P -h -H -q -p -W -a --cached --line-number --ignore-case --name-only --count":
        "chooses lines",
      "-e =text drops text": "is the pattern",
      "-A -B -C =number": "prints lines around a match",
    },
  },
  "count-objects": {
    hidden: "reads",
    operands: "",
    options: { "-v -H --verbose --human-readable": "changes the output" },
  },
  version: { hidden: "none", operands: "" },
  branch,
  tag: [tagNames, tag],
  remote: {
    hidden: "reads",
    operands: "",
    options: { "-v --verbose": "prints addresses" },
    commands: {
      show: { hidden: "reads", operands: "remote", options: { "-n": "asks no server" } },
      "get-url": { hidden: "reads", operands: "remote", options: { "--all --push": "prints addresses" } },
    },
  },
  "ls-remote": {
    hidden: "reads",
    operands: "remote? text...",
    options: { "-q --heads --tags --refs --quiet --symref": "prints refs" },
  },
  config: {
    hidden: "reads",
    operands: "configKey",
    needs: ["--get --get-all"],
    options: { "--get --get-all --local": "prints a setting" },
  },
  add,
  commit,
  push,
  fetch,
  pull,
  checkout,
  switch: switchBranch,
  restore,
  reset,
  merge,
  rebase,
  "cherry-pick": pick,
  revert: pick,
  stash: {
    ...stashPush,
    commands: {
      push: stashPush,
      pop: stashed,
      apply: stashed,
      list: { hidden: "reads", operands: "", options: HISTORY },
      show: { hidden: "reads", operands: "branch?", options: PATCH },
      drop: { operands: "branch?", options: { "-q --quiet": "changes the output" } },
    },
  },
  rm: remove,
  mv: {
    brings: true,
    operands: "move move... destination",
    options: { "-f -k -n -v --force --dry-run --verbose": "chooses what is moved" },
  },
  clean,
  worktree: { commands: { list: { operands: "", options: { "-v --porcelain": "changes the output" } } } },
  submodule: { operands: "", commands: { status: { operands: "look...", options: { "--recursive": "prints more" } } } },
  "update-index": { operands: "", needs: ["--refresh"], options: { "-q --refresh": "compares times of files" } },
  "hash-object": { hidden: "none", operands: "read..." },
  gc: { operands: "", options: { "-q --auto --quiet": "packs the repository" } },
  apply: {
    hidden: "reads",
    operands: "read...",
    needs: ["--check --stat --numstat --summary"],
    fed: true,
    options: {
      "--check --stat --numstat --summary -v --verbose": "prints what a patch would change",
      "-p =number": "reads paths",
    },
  },
};

export const git: Use = {
  here: true,
  operands: "",
  options: { "-P --no-pager --no-optional-locks --version": "prints without a pager, or the version" },
  commands: COMMANDS,
};

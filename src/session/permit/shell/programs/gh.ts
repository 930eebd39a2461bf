import type { Use } from "../program.ts";

const REPOSITORY = { "-R --repo =repository": "chooses the repository" };
const LIST = {
  hidden: "none",
  operands: "",
  options: {
    ...REPOSITORY,
    "--json --state -s --label -l --author -A --assignee -a --search -S --base -B --head -H --milestone -m =text":
      "chooses what is printed",
    "--workflow -w --branch -b --user -u --status --event -e --order -O =text": "chooses what is printed",
    "-q --jq =jq": "changes the output",
    "-L --limit =number": "limits the output",
  },
} satisfies Use;
const VIEW = {
  hidden: "none",
  operands: "reference?",
  options: {
    ...REPOSITORY,
    "--json =text": "changes the output",
    "-q --jq =jq": "changes the output",
    "-c --comments --log --log-failed --name-only --patch --verbose -v": "changes the output",
  },
} satisfies Use;
const WRITE = {
  hidden: "reads",
  operands: "reference?",
  options: {
    ...REPOSITORY,
    "-t --title -b --body -B --base -H --head -l --label -a --assignee -r --reviewer -m --milestone =text":
      "is the text that is sent",
    "-F --body-file =read": "is a file that is sent",
    "-d --draft -f --fill": "changes the request",
  },
} satisfies Use;

/** Reads GitHub, and writes texts there. `auth`, `extension`, `alias`, `codespace` and others reach tokens or run programs. */
export const gh: Use = {
  operands: "",
  options: { "--version": "prints the version" },
  commands: {
    pr: {
      commands: {
        list: LIST,
        view: VIEW,
        diff: VIEW,
        checks: VIEW,
        status: LIST,
        create: WRITE,
        comment: WRITE,
        edit: WRITE,
      },
    },
    issue: { commands: { list: LIST, view: VIEW, status: LIST, create: WRITE, comment: WRITE, edit: WRITE } },
    run: { commands: { list: LIST, view: VIEW } },
    release: { commands: { list: LIST, view: VIEW } },
    repo: { commands: { view: VIEW, list: LIST } },
    workflow: { commands: { list: LIST, view: VIEW } },
    label: { commands: { list: LIST } },
    api: {
      hidden: "none",
      operands: "endpoint",
      options: { "-q --jq =jq": "changes the output", "--paginate": "fetches all pages" },
    },
    status: { hidden: "none", operands: "" },
  },
};

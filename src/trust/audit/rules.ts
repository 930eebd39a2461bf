/**
 * The rules of the audit: severity, reason and hint. The severity `block` is for structures that no honest skill needs
 * and that can be detected reliably. All other findings are advice for the user.
 */
import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { FindingSeverity } from "../../model/rules/audit.ts";

export type RuleCode = Extract<Code, `SK8${number}`>;

interface Rule {
  readonly severity: FindingSeverity;
  readonly why: string;
  readonly help: string;
}

export const AUDIT_RULES: Readonly<Record<RuleCode, Rule>> = {
  SK801: {
    severity: "block",
    why: "tag characters are invisible, and models read them as text: whole instructions can be hidden in them",
    help: "do not use the skill before its author has removed them",
  },
  SK802: {
    severity: "block",
    why: "these characters change the order in which text is shown, so that you read a different text than a machine does",
    help: "do not use the skill before its author has removed them",
  },
  SK803: {
    severity: "block",
    why: "control characters move the cursor and overwrite what a terminal shows, so that text can hide itself from you",
    help: "do not use the skill before its author has removed them",
  },
  SK804: {
    severity: "block",
    why: "invisible characters outside of the sequences that need them can carry hidden text",
    help: "do not use the skill before its author has removed them",
  },
  SK805: {
    severity: "block",
    why: "hosts read such bytes differently, so that each may see another name or another instruction",
    help: "have the author save the file as UTF-8",
  },
  SK806: {
    severity: "block",
    why: "the target is not part of the skill: it can be any of your files, and can change after your approval",
    help: "replace it by a real file, or remove it",
  },
  SK807: {
    severity: "block",
    why: "the file system decides which of the two files is read: you could review one and run the other",
    help: "rename or remove one of them",
  },
  SK808: {
    severity: "block",
    why: "this path would be written outside of the skill's directory, or refer to a different file on another system",
    help: "do not use the skill before its author has renamed the file",
  },
  SK809: {
    severity: "block",
    why: "some readers of frontmatter run such a block as a program while they list skills",
    help: "the opening fence must be exactly `---`; do not use the skill before its author has changed that",
  },
  SK810: {
    severity: "block",
    why: "a program with the name of a picture or a text is disguised",
    help: "do not use the skill; ask its author what the file is for",
  },
  SK811: {
    severity: "block",
    why: "the signature does not cover this file: anyone could have added or changed it",
    help: "have the author sign the skill as it is now, or remove the file",
  },
  SK814: {
    severity: "low",
    why: "a digest covers real files only, so a skill with links cannot be locked or approved",
    help: "replace the link by a copy of the file",
  },
  SK815: {
    severity: "medium",
    why: "files that were not checked may contain anything",
    help: "review them yourself before you approve the skill",
  },
  SK816: {
    severity: "low",
    why: "you do not see these characters, but a model reads them",
    help: "look at the text around them; an author's editor may have put them there",
  },
  SK817: {
    severity: "low",
    why: "readers disagree on aliases and tags, so that hosts may see different metadata",
    help: "ask the author to write the values without aliases and tags",
  },
  SK818: {
    severity: "medium",
    why: "the audit does not open archives, and they can contain anything",
    help: "unpack it elsewhere and read the files, or ask the author why they are packed",
  },
  SK819: {
    severity: "medium",
    why: "machine code cannot be read, neither by you nor by an audit",
    help: "prefer a skill with source code; otherwise find out who built the program, and from which source",
  },
  SK820: {
    severity: "high",
    why: "an honest instruction has no reason to be hidden from the user",
    help: "read the passage; do not use the skill unless you know why it wants this hidden",
  },
  SK821: {
    severity: "medium",
    why: "a skill should not override instructions of the user or the host",
    help: "read the passage; a quotation or an example is harmless",
  },
  SK822: {
    severity: "medium",
    why: "a page that is shown leaves comments out, but a model reads them",
    help: "read the comment like the visible text",
  },
  SK823: {
    severity: "medium",
    why: "the owner of that address can change the instructions after your approval",
    help: "prefer a skill that contains its instructions",
  },
  SK824: {
    severity: "medium",
    why: "the download runs immediately, whatever the server sends that day",
    help: "download it, read it, then run it; or install the program from a package manager",
  },
  SK825: {
    severity: "high",
    why: "skills have delivered malware this way: the skill is harmless, the program that it requires is not",
    help: "do not download or run the program; check whether its publisher has an official site",
  },
  SK826: {
    severity: "high",
    why: "encoded code is hidden from review",
    help: "decode it without running it, and do not use the skill unless you know why it is encoded",
  },
  SK827: {
    severity: "high",
    why: "keys, files or all variables leave the machine in one step",
    help: "do not use the skill unless you know which server receives the data",
  },
  SK828: {
    severity: "medium",
    why: "this file usually contains keys or passwords",
    help: "check that the skill needs these secrets, and what it does with them",
  },
  SK829: {
    severity: "medium",
    why: "such an entry runs again, even after the skill is removed",
    help: "check that you want this entry to stay on the machine",
  },
  SK830: {
    severity: "medium",
    why: "a change of agent configuration affects all agents in every project, even without this skill",
    help: "check which text is written, and that you want this change",
  },
  SK831: {
    severity: "medium",
    why: "a skill may want a protection off because the protection would stop it",
    help: "leave the protection on; ask the author why the skill needs it off",
  },
  SK832: {
    severity: "high",
    why: "this opens the machine to an attacker, or destroys data",
    help: "do not use the skill",
  },
  SK833: {
    severity: "medium",
    why: "such addresses accept any data, and the person who reads it is unknown",
    help: "find out who owns the address, and which data it receives",
  },
  SK834: {
    severity: "medium",
    why: "hooks run commands at events of the host, whether or not the skill is in use",
    help: "read every command; a host may run them without asking",
  },
  SK835: {
    severity: "low",
    why: "hosts run such commands while they prepare the text, before a model has seen it",
    help: "read every command",
  },
  SK836: {
    severity: "low",
    why: "with this permission, every command or tool runs without a question while the skill is in use",
    help: "grant single commands instead, such as `Bash(git log *)`",
  },
  SK837: {
    severity: "low",
    why: "it runs the latest version, which the current owner of the name controls",
    help: "name a version, or install the program yourself",
  },
  SK838: {
    severity: "medium",
    why: "look-alike names are often meant to deceive",
    help: "check that this is the skill, and the author, that you wanted",
  },
  SK839: {
    severity: "low",
    why: "the description decides when the skill is used, and here it does not match the text",
    help: "read the text, not the description",
  },
  SK840: {
    severity: "low",
    why: "a skill that is used for every task sees everything",
    help: "check whether the skill needs to be used for every task",
  },
};

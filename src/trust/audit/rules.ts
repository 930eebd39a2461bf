/**
 * The rules of the audit: severity, reason and hint. `block` is for structure that no honest skill needs and that can
 * be detected reliably. All others are advice for the user.
 */
import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { FindingSeverity } from "../../model/rules/audit.ts";

export type RuleCode = Extract<Code, `SK8${number}`>;

interface Rule {
  readonly severity: FindingSeverity;
  readonly why: string;
  readonly help: string;
}

export const RULES: Readonly<Record<RuleCode, Rule>> = {
  SK801: {
    severity: "block",
    why: "tag characters are invisible, and models read them as text: whole instructions can be hidden in them",
    help: "do not use the skill before its author has removed them",
  },
  SK802: {
    severity: "block",
    why: "these characters change the order in which text is shown, so that you read something else than a machine does",
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
    why: "what it leads to is not part of the skill: it can be any file of yours, and change after you approved",
    help: "replace it by a real file, or remove it",
  },
  SK807: {
    severity: "block",
    why: "which of them is read depends on the file system: you would look at one and run the other",
    help: "rename or remove one of them",
  },
  SK808: {
    severity: "block",
    why: "written as it stands, it would land outside of the skill's directory or mean something else there",
    help: "do not use the skill before its author has renamed the file",
  },
  SK809: {
    severity: "block",
    why: "some readers of frontmatter run such a block as a program while they list skills",
    help: "the opening fence must be exactly `---`; do not use the skill before its author has changed that",
  },
  SK810: {
    severity: "block",
    why: "a program that calls itself a picture or a text wants to be taken for one",
    help: "do not use the skill; ask its author what the file is for",
  },
  SK811: {
    severity: "block",
    why: "the signature does not cover this file: anyone could have added or changed it",
    help: "have the author sign the skill as it is now, or remove the file",
  },
  SK814: {
    severity: "low",
    why: "a digest covers real files only, so a skill with links cannot be locked or approved as it stands",
    help: "replace the link by a copy of the file",
  },
  SK815: {
    severity: "medium",
    why: "what was not looked at may contain anything",
    help: "look at it yourself before you approve the skill",
  },
  SK816: {
    severity: "low",
    why: "you do not see these characters, but a model reads them",
    help: "look at the text around them; an author's editor may have put them there",
  },
  SK817: {
    severity: "low",
    why: "readers disagree on aliases and tags, so that hosts may see different metadata",
    help: "have the author write the values out",
  },
  SK818: {
    severity: "medium",
    why: "an archive is not looked into, and can hold anything",
    help: "unpack it elsewhere and look, or ask why its files are not simply there",
  },
  SK819: {
    severity: "medium",
    why: "machine code cannot be read, neither by you nor by an audit",
    help: "prefer a skill with sources; else be sure who built this, and from what",
  },
  SK820: {
    severity: "high",
    why: "an honest instruction has no reason to be kept from the person it is carried out for",
    help: "read the passage; do not use the skill unless you know why it wants this hidden",
  },
  SK821: {
    severity: "medium",
    why: "a skill has no business with instructions that others gave",
    help: "read the passage; where it is a quotation or an example, it is harmless",
  },
  SK822: {
    severity: "medium",
    why: "a page that is shown leaves comments out, but a model reads them",
    help: "read the comment as if it stood in the text",
  },
  SK823: {
    severity: "medium",
    why: "the owner of that address can change the instructions after your approval",
    help: "prefer a skill that brings its instructions with it",
  },
  SK824: {
    severity: "medium",
    why: "what is downloaded runs at once, whatever it is on that day",
    help: "download it, read it, then run it; or install the program from a package manager",
  },
  SK825: {
    severity: "high",
    why: "this is how malware was delivered by skills: the skill is harmless, the program that it demands is not",
    help: "do not fetch or run it; look for the program's own site, if it exists at all",
  },
  SK826: {
    severity: "high",
    why: "code that is encoded before it runs does not want to be read",
    help: "decode it without running it, and do not use the skill unless you know why it is encoded",
  },
  SK827: {
    severity: "high",
    why: "keys, files or all variables leave the machine in one step",
    help: "do not use the skill unless you know who receives them",
  },
  SK828: {
    severity: "medium",
    why: "this is where keys and passwords are kept",
    help: "make sure that the skill needs them, and what it does with them",
  },
  SK829: {
    severity: "medium",
    why: "what is set up there runs again, long after the skill has been removed",
    help: "make sure that you want this to stay on the machine",
  },
  SK830: {
    severity: "medium",
    why: "who writes there changes what agents do from then on, in every project and without this skill",
    help: "make sure that you want that, and look at what is written",
  },
  SK831: {
    severity: "medium",
    why: "protections are there because of things like this skill",
    help: "do not switch them off; ask why the skill would need it",
  },
  SK832: {
    severity: "high",
    why: "this opens the machine to an attacker, or destroys data",
    help: "do not use the skill",
  },
  SK833: {
    severity: "medium",
    why: "such addresses accept any data, and their reader is unknown",
    help: "make sure whose address it is, and what is sent there",
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
    why: "with this, every command or tool runs without a question while the skill is in use",
    help: "grant single commands instead, such as `Bash(git log *)`",
  },
  SK837: {
    severity: "low",
    why: "it runs the latest version, which the current owner of the name controls",
    help: "name a version, or install the program yourself",
  },
  SK838: {
    severity: "medium",
    why: "a name that looks like another one is often meant to be mistaken for it",
    help: "check that this is the skill, and the author, that you wanted",
  },
  SK839: {
    severity: "low",
    why: "a description decides when the skill is used; what it then does is something else",
    help: "read the text, not the description",
  },
  SK840: {
    severity: "low",
    why: "a skill that wants to be used for everything gets to see everything",
    help: "ask whether it needs that",
  },
};

/**
 * Every rule of the audit: how grave, why it is worth a look, and what to do. `block` stands for structure that no honest
 * skill needs, which a machine can be sure of; all others are advice, shown to the person who decides.
 */
import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { FindingSeverity } from "../../model/rules/audit.ts";

export type RuleCode = Extract<Code, `SK8${number}`>;

interface Rule {
  readonly severity: FindingSeverity;
  readonly why: string;
  readonly help: string;
}

const rule = (severity: FindingSeverity, why: string, help: string): Rule => ({ severity, why, help });

export const RULES: Readonly<Record<RuleCode, Rule>> = {
  SK801: rule(
    "block",
    "tag characters are invisible, and models read them as text: whole instructions can be hidden in them",
    "do not use the skill before its author has removed them",
  ),
  SK802: rule(
    "block",
    "these characters change the order in which text is shown, so that you read something else than a machine does",
    "do not use the skill before its author has removed them",
  ),
  SK803: rule(
    "block",
    "control characters move the cursor and overwrite what a terminal shows, so that text can hide itself from you",
    "do not use the skill before its author has removed them",
  ),
  SK804: rule(
    "block",
    "invisible characters outside of the sequences that need them can carry hidden text",
    "do not use the skill before its author has removed them",
  ),
  SK805: rule(
    "block",
    "hosts read such bytes differently, so that each may see another name or another instruction",
    "have the author save the file as UTF-8",
  ),
  SK806: rule(
    "block",
    "what it leads to is not part of the skill: it can be any file of yours, and change after you approved",
    "replace it by a real file, or remove it",
  ),
  SK807: rule(
    "block",
    "which of them is read depends on the file system: you would look at one and run the other",
    "rename or remove one of them",
  ),
  SK808: rule(
    "block",
    "written as it stands, it would land outside of the skill's directory or mean something else there",
    "do not use the skill before its author has renamed the file",
  ),
  SK809: rule(
    "block",
    "some readers of frontmatter run such a block as a program while they list skills",
    "the opening fence must be exactly `---`; do not use the skill before its author has changed that",
  ),
  SK810: rule(
    "block",
    "a program that calls itself a picture or a text wants to be taken for one",
    "do not use the skill; ask its author what the file is for",
  ),
  SK811: rule(
    "block",
    "the signature says nothing about this file: anybody could have added or changed it",
    "have the author sign the skill as it is now, or remove the file",
  ),
  SK814: rule(
    "low",
    "a digest covers real files only, so a skill with links cannot be locked or approved as it stands",
    "replace the link by a copy of the file",
  ),
  SK815: rule(
    "medium",
    "what was not looked at may contain anything",
    "look at it yourself before you approve the skill",
  ),
  SK816: rule(
    "low",
    "you do not see these characters, but a model reads them",
    "look at the text around them; an author's editor may have put them there",
  ),
  SK817: rule(
    "low",
    "readers disagree on aliases and tags, so that hosts may see different metadata",
    "have the author write the values out",
  ),
  SK818: rule(
    "medium",
    "an archive is not looked into, and can hold anything",
    "unpack it elsewhere and look, or ask why its files are not simply there",
  ),
  SK819: rule(
    "medium",
    "machine code cannot be read, neither by you nor by an audit",
    "prefer a skill with sources; else be sure who built this, and from what",
  ),
  SK820: rule(
    "high",
    "an honest instruction has no reason to be kept from the person it is carried out for",
    "read the passage; do not use the skill unless you know why it wants this hidden",
  ),
  SK821: rule(
    "medium",
    "a skill has no business with instructions that others gave",
    "read the passage; where it is a quotation or an example, it is harmless",
  ),
  SK822: rule(
    "medium",
    "a page that is shown leaves comments out, but a model reads them",
    "read the comment as if it stood in the text",
  ),
  SK823: rule(
    "medium",
    "whoever controls that address can change the instructions after you approved the skill",
    "prefer a skill that brings its instructions with it",
  ),
  SK824: rule(
    "medium",
    "what is downloaded runs at once, whatever it is on that day",
    "download it, read it, then run it; or install the program from a package manager",
  ),
  SK825: rule(
    "high",
    "this is how malware was delivered by skills: the skill is harmless, the program that it demands is not",
    "do not fetch or run it; look for the program's own site, if it exists at all",
  ),
  SK826: rule(
    "high",
    "code that is encoded before it runs does not want to be read",
    "decode it without running it, and do not use the skill unless you know why it is encoded",
  ),
  SK827: rule(
    "high",
    "keys, files or all variables leave the machine in one step",
    "do not use the skill unless you know who receives them",
  ),
  SK828: rule(
    "medium",
    "this is where keys and passwords are kept",
    "make sure that the skill needs them, and what it does with them",
  ),
  SK829: rule(
    "medium",
    "what is set up there runs again, long after the skill has been removed",
    "make sure that you want this to stay on the machine",
  ),
  SK830: rule(
    "medium",
    "who writes there changes what agents do from then on, in every project and without this skill",
    "make sure that you want that, and look at what is written",
  ),
  SK831: rule(
    "medium",
    "protections are there because of things like this skill",
    "do not switch them off; ask why the skill would need it",
  ),
  SK832: rule("high", "this opens the machine to somebody else, or destroys what is on it", "do not use the skill"),
  SK833: rule(
    "medium",
    "such addresses take whatever is sent to them, and nobody can tell who reads it",
    "make sure whose address it is, and what is sent there",
  ),
  SK834: rule(
    "medium",
    "hooks run commands at events of the host, whether or not the skill is in use",
    "read every command; a host may run them without asking",
  ),
  SK835: rule(
    "low",
    "hosts run such commands while they prepare the text, before a model has seen it",
    "read every command",
  ),
  SK836: rule(
    "low",
    "with this, every command or tool runs without a question while the skill is in use",
    "grant single commands instead, such as `Bash(git log *)`",
  ),
  SK837: rule(
    "low",
    "what is run is whatever was published last, by whoever owns the name on that day",
    "name a version, or install the program yourself",
  ),
  SK838: rule(
    "medium",
    "a name that looks like another one is often meant to be mistaken for it",
    "check that this is the skill, and the author, that you wanted",
  ),
  SK839: rule(
    "low",
    "a description decides when the skill is used; what it then does is something else",
    "read the text, not the description",
  ),
  SK840: rule(
    "low",
    "a skill that wants to be used for everything gets to see everything",
    "ask whether it needs that",
  ),
};

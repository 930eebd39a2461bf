import { PROFILES } from "../../../hosts/profiles/profiles.ts";
import type { Cell } from "../../../hosts/views/matrix.ts";
import { printableLine } from "../../../model/text/display/printable.ts";
import {
  descriptionInHost,
  type HostChecks,
  nameInHost,
  type SkillChange,
  type VersionState,
} from "../../../ops/hosts/check-hosts.ts";
import { hosts } from "../../../ops/verbs/hosts.ts";
import type { Context } from "../command.ts";
import { shownPath } from "../output/output.ts";
import { plural } from "../output/present.ts";
import { tableLines } from "../output/table.ts";
import { cellWord } from "../show/state-words.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(hosts, {
  hosts: { show: (here, context) => print(new Set(here), context) },
  check: { show: printChecks },
});

function print(here: ReadonlySet<string>, context: Context): void {
  const { out, paint } = context;
  const rows = PROFILES.map(({ name, version, confidence, runtime }) => [
    { text: name, tone: paint.bold },
    { text: version },
    { text: confidence, tone: confidence === "verified" ? paint.green : paint.yellow },
    { text: here.has(name) ? "yes" : "", tone: paint.bold },
    { text: runtime === "none" ? "does not support skills" : "" },
  ]);
  const columns = [
    { title: "host" },
    { title: "version" },
    { title: "confidence" },
    { title: "on this machine" },
    { title: "" },
  ];
  for (const line of tableLines(columns, rows, context)) out.line(line);
  out.line();
  out.line(
    "`verified` profiles were compared with the real program; the others were not. `docs/hosts/` has the facts about each host.",
  );
}

const STATE_WORDS: Readonly<Record<VersionState, string>> = {
  verified: "verified",
  newer: "newer than the verified version",
  other: "not verified",
  unknown: "version unknown",
  unverified: "host not verified",
};

function printChecks({ cwd, hosts: checks }: HostChecks, context: Context): void {
  const { out, paint } = context;
  if (checks.length === 0) return out.line("no host was found on this machine");
  const rows = checks.map(({ profile, program, installed, state }) => [
    { text: profile.name, tone: paint.bold },
    { text: installed ?? (program === undefined ? "program not found" : "unknown") },
    { text: STATE_WORDS[state], tone: state === "verified" ? paint.green : paint.yellow },
    { text: [profile, ...(profile.earlier ?? [])].map(({ version }) => version).join(", ") },
    { text: program === undefined ? "" : printableLine(program), tone: paint.dim },
  ]);
  const titles = ["host", "installed", "state", "facts about", "program"];
  for (const line of tableLines(
    titles.map((title) => ({ title })),
    rows,
    context,
  ))
    out.line(line);
  for (const { profile, changes } of checks)
    for (const { from, to, skills } of changes) {
      out.line();
      const count =
        skills.length === 0
          ? "no skill in this directory is"
          : `${plural(skills.length, "skill")} here ${skills.length === 1 ? "is" : "are"}`;
      out.line(`${paint.bold(profile.title)} ${from} → ${to}: ${count} treated differently`);
      for (const change of skills) printChange(change, cwd, context);
    }
}

function printChange({ name, file, before, after }: SkillChange, cwd: string, { out, paint }: Context): void {
  out.line(`  ${paint.bold(printableLine(name))}  ${paint.dim(shownPath(file, cwd))}`);
  const show = (text: string | undefined): string => (text === undefined ? "none" : `\`${printableLine(text)}\``);
  const lines: readonly (readonly [what: string, of: (cell: Cell) => string])[] = [
    ["state", (cell) => [cellWord(cell), cell.because?.code].filter(Boolean).join(" ")],
    ["name", (cell) => show(nameInHost(cell))],
    ["description", (cell) => show(descriptionInHost(cell))],
  ];
  for (const [what, of] of lines)
    if (of(before) !== of(after)) out.line(`    ${what}: ${paint.red(of(before))} → ${paint.green(of(after))}`);
}

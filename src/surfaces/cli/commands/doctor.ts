import { countDiagnostics, printDiagnostics } from "../../../diagnostics/print-groups.ts";
import {
  commandTable,
  type Diagnostic,
  loadSkills,
  type SandboxReport,
  type Snapshot,
  testSandbox,
} from "../../../index.ts";
import type { Command, Context } from "../command.ts";
import { diagnosticJson, map, SCHEMA, writeObject } from "../json.ts";
import { cut, pad, printable, textWidth } from "../paint.ts";
import { badge, countsLine, plural, warnUnverified } from "../present.ts";

export const doctor: Command = {
  usage: "",
  about:
    "Looks at everything: which directories are searched, what was found in each, what shadows what, what the hosts on this\nmachine see of it, what is wrong and what to do next. Exit code 1 when a skill is rejected or a configuration cannot be read.",
  options: {},
  examples: [
    ["skillwright doctor", "how things stand"],
    ["skillwright doctor --root ./skills", "with one more directory"],
    ["skillwright doctor --json", "for programs"],
  ],
  positionals: [0, 0],
  async run(context) {
    const { snapshot: loaded } = await loadSkills(context.load);
    const snapshot = { ...loaded, diagnostics: [...loaded.diagnostics, ...commandTable(loaded).diagnostics] };
    await warnUnverified(snapshot.host, context);
    const errors = snapshot.diagnostics.filter((each) => each.severity === "error");
    const { summariseHosts, summaryJson, summaryLines } = await import("../host-summary.ts");
    const hosts = snapshot.host === "skillwright" ? await summariseHosts(context) : [];
    const sandbox = await testSandbox(context.load);
    if (context.json) {
      const { host, cwd, projectRoot, trusted, revision, skills, shadowed, rejected, disabled, ineligible } = snapshot;
      const counts = {
        loaded: skills.length,
        withheld: skills.filter((each) => each.withheld).length,
        shadowed: shadowed.length,
        rejected: rejected.length,
        disabled: disabled.length,
        ineligible: ineligible.length,
      };
      writeObject(
        context.out,
        { schema: SCHEMA, host, cwd, projectRoot, trusted, revision, counts, sandbox, next: advice(snapshot) },
        {
          roots: map(snapshot.roots, (root) => ({
            path: root.path,
            scope: root.scope,
            exists: root.exists,
            skills: countIn(snapshot, root.path),
          })),
          hosts: map(hosts, summaryJson),
          diagnostics: map(snapshot.diagnostics, diagnosticJson),
        },
      );
    } else print(snapshot, summaryLines(hosts), sandbox, context);
    return errors.length > 0 ? 1 : 0;
  },
};

const SHOWN = 12;

function print(
  snapshot: Snapshot,
  hosts: readonly string[],
  sandbox: SandboxReport,
  { out, paint, width }: Context,
): void {
  out.line(paint.bold("Searched"));
  const existing = snapshot.roots.filter((root) => root.exists);
  const pathWidth = Math.max(10, ...existing.map((root) => textWidth(printable(root.path))));
  for (const root of existing)
    out.line(
      `  ${badge(root.scope, paint)}  ${pad(printable(root.path), pathWidth)}  ${plural(countIn(snapshot, root.path), "skill file")}`,
    );
  const missing = snapshot.roots.length - existing.length;
  if (missing > 0)
    out.line(paint.dim(`  ${plural(missing, "more place", "more places")} to put skills: \`skillwright roots\``));
  out.line();
  out.line(paint.bold("Skills"));
  for (const { skill, withheld } of snapshot.skills.slice(0, SHOWN)) {
    const name = pad(cut(printable(skill.name), 32), 24);
    out.line(
      `  ${name}  ${badge(skill.scope, paint)}  ${withheld ? paint.yellow("withheld  ") : ""}${paint.dim(cut(printable(skill.description), Math.max(20, width - 46)))}`,
    );
  }
  if (snapshot.skills.length > SHOWN)
    out.line(paint.dim(`  … ${snapshot.skills.length - SHOWN} more: \`skillwright list\``));
  for (const { skill, by, reason } of snapshot.shadowed.slice(0, SHOWN))
    out.line(
      `  ${pad(printable(skill.name), 24)}  ${badge(skill.scope, paint)}  ${paint.yellow("shadowed")} by ${printable(by)}: ${reason}`,
    );
  out.line(`  ${countsLine(snapshot)}`);
  if (hosts.length > 0) {
    out.line();
    out.line(paint.bold("Hosts on this machine"));
    for (const line of hosts) out.line(`  ${line}`);
  }
  out.line();
  out.line(paint.bold("Sandbox"));
  for (const line of sandboxLines(sandbox)) out.line(`  ${line}`);
  const telling = snapshot.diagnostics.filter((each) => each.severity !== "info");
  if (telling.length > 0) {
    out.line();
    out.line(`${paint.bold("Problems")} (${countDiagnostics(telling)})`);
    out.line();
    out.write(printDiagnostics(telling, { cwd: snapshot.cwd, color: paint.bold("") !== "" }));
  }
  out.line();
  out.line(paint.bold("Next"));
  for (const line of advice(snapshot)) out.line(`  ${line}`);
}

/** [F4] What really keeps commands apart here, and what was tried besides. */
function sandboxLines({ provider, level, checks, tried }: SandboxReport): string[] {
  const held = Object.entries(checks).flatMap(([check, kept]) => (kept ? [check] : []));
  return [
    level === "isolated"
      ? `${provider}: ${level} (${held.join(", ")})`
      : "none: commands of skills are not run, unless `run.unsandboxed` says so",
    ...tried.map((each) => `${each.provider}: ${printable(each.reason)}`),
  ];
}

function countIn({ skills, shadowed, disabled, ineligible, rejected }: Snapshot, root: string): number {
  const found = [...skills, ...shadowed, ...disabled, ...ineligible].filter(
    ({ skill }) => skill.root.path === root,
  ).length;
  return found + rejected.filter((each) => each.root.path === root).length;
}

/** What to do, most pressing first. */
function advice(snapshot: Snapshot): string[] {
  const has = (test: (each: Diagnostic) => boolean): boolean => snapshot.diagnostics.some(test);
  const fixable = has((each) => each.fix !== undefined || each.rename !== undefined || each.code === "SK001");
  const own = snapshot.skills.filter(({ skill }) => skill.scope !== "system").length;
  return [
    ...(snapshot.rejected.length > 0 ? ["`skillwright explain NAME` says why a skill is not loaded"] : []),
    ...(fixable ? ["`skillwright check PATH --fix` repairs what is mechanical"] : []),
    ...(has((each) => each.code === "SK501")
      ? ["`skillwright trust` lets this project's skills reach models, once you have looked at them"]
      : []),
    ...(has((each) => each.code === "SK503")
      ? ["`skillwright approve --changed` shows what has changed since you approved it, and asks again"]
      : []),
    ...(snapshot.shadowed.length > 0 ? ["`skillwright list --all` shows what is shadowed, and by what"] : []),
    ...(own === 0 ? ["`skillwright new my-skill` starts a skill of your own"] : []),
    "`skillwright --help` shows everything else",
  ];
}

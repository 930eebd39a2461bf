import { loadWithServers, type SandboxReport } from "../../../index.ts";
import { advice, doctorAnswer, type Examined, examine } from "../../../ops/answers/doctor-answer.ts";
import { countIn } from "../../../ops/answers/see-answers.ts";
import { askingServers } from "../ask/asking-servers.ts";
import type { Command, Context } from "../command.ts";
import { countDiagnostics, printDiagnostics } from "../findings/print-groups.ts";
import { writeAnswer } from "../output/json.ts";
import { cut, pad, printableLine, textWidth } from "../output/paint.ts";
import { badge, countsLine, plural, warnUnverified } from "../output/present.ts";
import { summaryLines } from "../show/host-lines.ts";

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
    const { snapshot: loaded } = await loadWithServers({
      ...context.load,
      onServers: askingServers(),
      onDamage: () => undefined,
    });
    await warnUnverified(loaded.host, context);
    const examined = await examine(loaded, context.load);
    if (context.json) writeAnswer(context.out, doctorAnswer(examined));
    else print(examined, context);
    const { rejected, diagnostics } = examined.snapshot;
    return rejected.length > 0 || diagnostics.some((each) => each.severity === "error") ? 1 : 0;
  },
};

const SHOWN = 12;

function print({ snapshot, hosts, sandbox }: Examined, { out, paint, width }: Context): void {
  out.line(paint.bold("Searched"));
  const existing = snapshot.roots.filter((root) => root.exists);
  const pathWidth = Math.max(10, ...existing.map((root) => textWidth(printableLine(root.path))));
  for (const root of existing)
    out.line(
      `  ${badge(root.scope, paint)}  ${pad(printableLine(root.path), pathWidth)}  ${plural(countIn(snapshot, root), "skill file")}`,
    );
  const missing = snapshot.roots.length - existing.length;
  if (missing > 0)
    out.line(paint.dim(`  ${plural(missing, "more place", "more places")} to put skills: \`skillwright roots\``));
  out.line();
  out.line(paint.bold("Skills"));
  for (const { skill, withheld } of snapshot.skills.slice(0, SHOWN)) {
    const name = pad(cut(printableLine(skill.name), 32), 24);
    out.line(
      `  ${name}  ${badge(skill.scope, paint)}  ${withheld ? paint.yellow("withheld  ") : ""}${paint.dim(cut(printableLine(skill.description), Math.max(20, width - 46)))}`,
    );
  }
  if (snapshot.skills.length > SHOWN)
    out.line(paint.dim(`  … ${snapshot.skills.length - SHOWN} more: \`skillwright list\``));
  for (const { skill, by, reason } of snapshot.shadowed.slice(0, SHOWN))
    out.line(
      `  ${pad(printableLine(skill.name), 24)}  ${badge(skill.scope, paint)}  ${paint.yellow("shadowed")} by ${printableLine(by)}: ${reason}`,
    );
  out.line(`  ${countsLine(snapshot)}`);
  if (hosts.length > 0) {
    out.line();
    out.line(paint.bold("Hosts on this machine"));
    for (const line of summaryLines(hosts)) out.line(`  ${line}`);
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

/** [F4] What the self-test proved, what it could not try, and what has no limit. */
function sandboxLines({ provider, level, checks, unproven, unlimited, tried }: SandboxReport): string[] {
  const held = Object.entries(checks).flatMap(([check, kept]) => (kept ? [check] : []));
  return [
    ...(level === "isolated"
      ? [
          `${provider}: ${level} (${held.join(", ")})`,
          ...(unproven.length > 0 ? [`not proven here: ${unproven.join(", ")}`] : []),
          `not limited: ${unlimited.join(", ")}`,
        ]
      : ["none: commands of skills are not run, unless `run.unsandboxed` is set"]),
    ...tried.map((each) => `${each.provider}: ${printableLine(each.reason)}`),
  ];
}

/** Prints the packages that skills need, and the results of installing them. */

import { padToWidth, printableLine, textWidth } from "../../../model/text/display/printable.ts";
import { quoteCommand } from "../../../model/text/display/quote-command.ts";
import type { SkillPackages, WantedPackage } from "../../../ops/needs/skill-packages.ts";
import type { Context } from "../command.ts";

export function printInstallRun(
  wanted: readonly SkillPackages[],
  done: readonly SkillPackages[],
  { out }: Context,
): void {
  for (const one of ran(wanted, done)) out.line(told(one));
}

/** Returns the packages whose installation command ran. The review already showed all other packages. */
function ran(wanted: readonly SkillPackages[], done: readonly SkillPackages[]): WantedPackage[] {
  const before = wanted.flatMap((each) => each.packages);
  const after = done.flatMap((each) => each.packages);
  return after.filter((_, index) => before[index]?.result.status === "planned");
}

export function countPackages(wanted: readonly SkillPackages[], status: WantedPackage["result"]["status"]): number {
  return wanted.flatMap((each) => each.packages).filter(({ result }) => result.status === status).length;
}

export function printPackages(wanted: readonly SkillPackages[], { out, paint }: Pick<Context, "out" | "paint">): void {
  const names = wanted.flatMap(({ packages: list }) => list.map(({ spec }) => textWidth(nameOf(spec))));
  const width = Math.max(8, ...names);
  for (const { name, packages: list, withheld } of wanted) {
    out.line(
      `${paint.bold(printableLine(name))}${withheld ? paint.yellow(`  withheld: ${printableLine(withheld.reason)}`) : ""}`,
    );
    if (list.length === 0) out.line("  needs no packages");
    for (const { spec, result } of list)
      out.line(`  ${padToWidth(nameOf(spec), width)}  ${WORDS[result.status]}${detail(result)}`);
  }
}

const WORDS: Readonly<Record<WantedPackage["result"]["status"], string>> = {
  present: "here",
  skipped: "not on this machine: ",
  planned: "run ",
  installed: "installed by ",
  refused: "refused: ",
  failed: "failed: ",
};

function detail(result: WantedPackage["result"]): string {
  if ("command" in result) return printableLine(quoteCommand(result.command));
  return "reason" in result ? printableLine(result.reason) : "";
}

function nameOf({ kind, package: name }: WantedPackage["spec"]): string {
  return printableLine(`${kind}:${name}`);
}

function told({ spec, result }: WantedPackage): string {
  return `${nameOf(spec)}  ${WORDS[result.status]}${detail(result)}`;
}

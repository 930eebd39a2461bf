/** `approve`: plans the approval of a directory's current bytes, and shows the changes since the last approval. */
import { OperationError } from "../../model/errors.ts";
import { INSTALL_LIMITS } from "../../model/skills/bundle.ts";
import { readDirectoryBundle } from "../../trust/bundle/read-directory-bundle.ts";
import type { InstallContext } from "../context.ts";
import { readInstallState, targetAt } from "../install-target.ts";
import { installedStateAt, type Plan, type PlannedSkill, planSkill } from "./plan.ts";

/** A found skill, installed or not. */
export interface SkillToApprove {
  readonly name: string;
  /** A real, absolute path. */
  readonly directory: string;
}

/**
 * Plans the approval of skills. An installed skill keeps its origin and gets a new lock entry. Any other skill is only
 * approved.
 */
export async function planApprove(skills: readonly SkillToApprove[], context: InstallContext): Promise<Plan> {
  const known = readInstallState(context);
  const planned: PlannedSkill[] = [];
  for (const { name, directory } of skills) {
    const target = targetAt(directory, context.statePaths, context.files);
    const read = readDirectoryBundle(directory, context.files, INSTALL_LIMITS);
    if ("refused" in read) {
      const [first] = read.refused;
      throw new OperationError(first?.code ?? "SK643", `\`${name}\` cannot be approved: ${first?.message ?? ""}`, {
        hint: first?.help ?? "only plain files can be approved",
      });
    }
    const entry = installedStateAt(target, known, context)?.entry;
    const origin = entry?.origin ?? { kind: "directory" as const, source: directory, path: "" };
    const wanted = { name, bundle: read.bundle, origin, target, locked: entry !== undefined };
    planned.push(await planSkill(wanted, known, context));
  }
  return { skills: planned, diagnostics: [] };
}

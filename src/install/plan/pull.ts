/**
 * Plans updates from configured sites. Downloaded skills are installed into one directory for each server. They are
 * checked, audited, shown to the user, approved, and verified when they are loaded. Unchanged skills need no action. A
 * load reads only downloaded files and never waits for a server.
 */
import { pulledDirectory } from "../../hosts/roots/resolve-roots.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { realPathIfAny } from "../../platform/files/files.ts";
import type { InstallContext, Site } from "../context.ts";
import { listInstalled } from "../installed.ts";
import { showSource } from "../source.ts";
import { planAdd } from "./add.ts";
import type { Plan } from "./plan.ts";

export interface PullPlan extends Plan {
  /** Directories of skills that their site no longer lists. They will be removed. */
  readonly gone: readonly string[];
}

/**
 * Plans the updates. `urls` selects configured sites (default: all). If a site fails, the skills that were pulled from
 * it stay.
 */
export async function planPull(urls: readonly string[], context: InstallContext): Promise<PullPlan> {
  const unknown = urls.find((wanted) => !context.sites.some(({ url }) => url === wanted));
  if (unknown !== undefined)
    throw new OperationError("SK603", `\`${showSource(unknown)}\` is not among the configured addresses`, {
      hint: "name it in `urls` of your configuration first, or install its skills with `skillwright add`",
    });
  const wanted = context.sites.filter(({ url }) => urls.length === 0 || urls.includes(url));
  const plans: PullPlan[] = [];
  for (const site of new Map(wanted.map((each) => [each.url, each])).values()) plans.push(await planOne(site, context));
  return {
    skills: plans.flatMap(({ skills }) => skills),
    diagnostics: plans.flatMap(({ diagnostics }) => diagnostics),
    gone: plans.flatMap(({ gone }) => gone),
  };
}

/**
 * Plans the updates of one site. If a project's file names the site, the user must trust the folder and accept the
 * host. A stranger may have written that file.
 */
async function planOne({ url, byProject }: Site, context: InstallContext): Promise<PullPlan> {
  const directory = pulledDirectory(url, context.environment);
  try {
    if (directory === undefined)
      throw new OperationError("SK603", `\`${showSource(url)}\` is not the address of a site`, {
        hint: "`urls` are addresses that begin with `https:`",
      });
    if (byProject?.trusted === false)
      throw new OperationError("SK501", `\`${showSource(url)}\` was not fetched, because the folder is not trusted`, {
        hint: `\`${byProject.file}\` names it; trust the folder with \`skillwright trust\``,
      });
    if (byProject) await context.hosts.permit(url, `\`${byProject.file}\``);
    const { skills, diagnostics } = await planAdd({ source: url, where: { directory } }, context);
    const whole = !diagnostics.some(({ severity }) => severity === "error");
    const kept = new Set(skills.map(({ target }) => target.directory));
    return { skills, diagnostics, gone: whole ? standing(directory, context).filter((each) => !kept.has(each)) : [] };
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return { skills: [], diagnostics: [failed(error)], gone: [] };
  }
}

function standing(directory: string, context: InstallContext): string[] {
  const real = realPathIfAny(directory, context.files) ?? directory;
  return listInstalled(context)
    .map(({ target }) => target.directory)
    .filter((each) => each.startsWith(`${real}/`));
}

function failed({ code, message, hint }: OperationError): Diagnostic {
  return { code, severity: "error", message, ...(hint === undefined ? {} : { help: hint }) };
}

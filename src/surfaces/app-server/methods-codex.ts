/** Codex's own skill methods, with its names and shapes. */
import { isAbsolute, resolve } from "node:path";
import type { PlannedSkill } from "../../install/plan/plan.ts";
import { OperationError } from "../../model/errors.ts";
import { flag, list, object, optional, text, textList } from "../../model/schema.ts";
import { openInstaller } from "../../ops/open-installer.ts";
import type { Skills } from "../../ops/open-skills.ts";
import { switchSkill } from "../../ops/settings/switch-skill.ts";
import { type SkillsListEntry, skillsListEntry } from "./codex-shapes.ts";
import { INVALID_PARAMS, INVALID_REQUEST, RpcError } from "./messages.ts";
import { type AppServerState, type Method, method } from "./method.ts";

const listParams = object({
  cwds: optional(textList("working directories (default: the server's working directory)")),
  forceReload: optional(flag("read all skills and settings again")),
  perCwdExtraUserRoots: optional(list(object({ cwd: text("one of `cwds`"), extraUserRoots: textList("absolute") }))),
});

const toSwitch = object({
  path: optional(text("the path of the SKILL.md or of its directory")),
  name: optional(text("the name of the skill")),
  enabled: flag("whether to enable the skill"),
});

const nothing = object({});
const remote = object({
  hazelnutId: text("the id of a skill from `skills/remote/read`"),
  accept: optional(textList("digests")),
});

export const CODEX_METHODS: readonly Method[] = [
  method("skills/list", {
    params: listParams,
    async run({ cwds = [], forceReload = false, perCwdExtraUserRoots = [] }, ground) {
      const asked = cwds.length > 0 ? cwds : [ground.cwd];
      for (const { extraUserRoots } of perCwdExtraUserRoots)
        refuseRelative(extraUserRoots, "skills/list perCwdExtraUserRoots extraUserRoots");
      const data: SkillsListEntry[] = [];
      for (const cwd of asked) {
        const extra = perCwdExtraUserRoots.filter((each) => each.cwd === cwd).flatMap((each) => each.extraUserRoots);
        data.push(await listSkillsIn(cwd, extra, forceReload, ground));
      }
      return { data };
    },
  }),
  method("skills/extraRoots/set", {
    params: object({ extraRoots: textList("absolute") }),
    run({ extraRoots }, ground) {
      refuseRelative(extraRoots, "skills/extraRoots/set extraRoots");
      ground.extraRoots = extraRoots;
      return {};
    },
  }),
  method("skills/config/write", {
    params: toSwitch,
    writes: true,
    async run({ path, name, enabled }, ground) {
      if ((path === undefined) === (name === undefined) || name?.trim() === "")
        throw new RpcError(INVALID_PARAMS, "skills/config/write requires exactly one of path or name");
      if (path !== undefined) refuseRelative([path], "skills/config/write path");
      const pattern = (path ?? name ?? "").replace(/\/SKILL\.md$/i, "");
      const skills = () => skillsOfDirectory(undefined, ground);
      const reloaded = async () => {
        await ground.directories.settled();
        return skills();
      };
      const switched = await switchSkill({ pattern, enabled }, { load: ground.load, loaded: skills, reloaded });
      return { effectiveEnabled: switched.effectiveEnabled };
    },
  }),
  ...["skills/remote/read", "skills/remote/list"].map((name) =>
    method(name, {
      params: nothing,
      async run(_params, ground) {
        const { skills } = await (await openInstaller({ ...openInstallerOf(ground), recover: false })).planPull();
        return {
          data: skills.map((skill) => ({ id: remoteId(skill), name: skill.name, description: skill.description })),
        };
      },
    }),
  ),
  ...["skills/remote/write", "skills/remote/export"].map((name) =>
    method(name, {
      params: remote,
      writes: true,
      run: ({ hazelnutId, accept = [] }, ground) => fetchOne(hazelnutId, accept, ground),
    }),
  ),
];

function refuseRelative(paths: readonly string[], what: string): void {
  const relative = paths.find((path) => !isAbsolute(path));
  if (relative !== undefined) throw new RpcError(INVALID_REQUEST, `${what} paths must be absolute: ${relative}`);
}

/**
 * Lists the skills of a directory. If the directory cannot be read, its entry contains an error. The other directories
 * are still listed.
 */
export async function listSkillsIn(
  cwd: string,
  extra: readonly string[],
  force: boolean,
  ground: AppServerState,
): Promise<SkillsListEntry> {
  try {
    return skillsListEntry(cwd, (await skillsOfDirectory(cwd, ground, extra, force)).snapshot);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return { cwd, skills: [], errors: [{ path: cwd, message: error.message }] };
  }
}

export function skillsOfDirectory(
  cwd: string | undefined,
  ground: AppServerState,
  extra: readonly string[] = [],
  force = false,
): Promise<Skills> {
  return ground.directories.skills(resolve(ground.cwd, cwd ?? "."), [...extra, ...ground.extraRoots], force);
}

export function openInstallerOf({
  load,
  cwd,
}: AppServerState): { cwd: string } & Pick<AppServerState["load"], "environment" | "config"> {
  const { environment, config } = load;
  return { cwd, ...(environment ? { environment } : {}), ...(config ? { config } : {}) };
}

/** Returns the id of a skill on a site. It stays the same as long as the site does not rename the skill. */
function remoteId({ origin, name }: PlannedSkill): string {
  return `${origin.source}#${name}`;
}

/**
 * Pulls a skill from a configured site, with the same approval as `--yes`. A policy may still require a review or a
 * digest.
 */
async function fetchOne(id: string, accept: readonly string[], ground: AppServerState): Promise<object> {
  const installer = await openInstaller(openInstallerOf(ground));
  const { skills } = await installer.planPull();
  const found = skills.find((skill) => remoteId(skill) === id);
  if (!found) throw new RpcError(INVALID_PARAMS, `no configured site has a skill \`${id}\``);
  await installer.apply({ skills: [found], diagnostics: [] }, { yes: true, digests: accept });
  await ground.directories.settled();
  return { id, name: found.name, path: found.target.directory };
}

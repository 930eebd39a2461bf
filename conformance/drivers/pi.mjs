// Drives pi's start-up loader in a separate process.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { nodeOf } from "../lib/peers.mjs";
import { cleanEnvironment, run, unusable } from "./lib.mjs";

/** Returns the skills of pi's resource loader in `cwd`. */
export async function ask({ cwd, home, bin, timeout, environment, unprivileged }) {
  const variables = cleanEnvironment(home, { PI_OFFLINE: "1" }, environment);
  const args = [fileURLToPath(import.meta.url), modulesOf(bin)];
  const result = await run(nodeOf("pi"), args, { cwd, timeout, unprivileged, environment: variables });
  if (result.hung) return { skills: [], errors: [], hung: true };
  try {
    return JSON.parse(result.stdout);
  } catch {
    throw unusable("pi", result);
  }
}

/** Returns the directory of the modules: the program's own, or the one above if the program is a bundle. */
function modulesOf(bin) {
  const own = dirname(realpathSync(bin));
  return existsSync(join(own, "core")) ? own : dirname(own);
}

async function inside(packageDirectory) {
  const load = (name) => import(pathToFileURL(join(packageDirectory, name)).href);
  const { DefaultResourceLoader } = await load("core/resource-loader.js");
  const { getAgentDir } = await load("config.js");
  const loader = new DefaultResourceLoader({ cwd: process.cwd(), agentDir: getAgentDir() });
  await loader.reload(await trustOptions(load, getAgentDir()));
  const { skills, diagnostics } = loader.getSkills();
  process.stdout.write(
    JSON.stringify({
      skills: skills.map(({ name, description, filePath, disableModelInvocation }) => ({
        name,
        description,
        path: filePath,
        listed: !disableModelInvocation,
      })),
      errors: diagnostics.map(({ path, message }) => ({ path, message })),
    }),
  );
}

/** Confirms trust for a folder without a decision, as the user would. Versions before 0.87.1 do not ask. */
async function trustOptions(load, agentDir) {
  if (!existsSync(join(process.argv[2], "core", "trust-manager.js"))) return undefined;
  const { ProjectTrustStore } = await load("core/trust-manager.js");
  const { SettingsManager } = await load("core/settings-manager.js");
  const decided = new ProjectTrustStore(agentDir).get(process.cwd());
  const usual = SettingsManager.create(process.cwd(), agentDir).getDefaultProjectTrust();
  return { resolveProjectTrust: async () => decided ?? usual !== "never" };
}

if (
  process.argv[1] &&
  existsSync(process.argv[1]) &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  await inside(process.argv[2]);
}

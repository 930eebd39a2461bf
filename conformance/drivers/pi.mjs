// pi, asked through the loader that it runs at start-up, in a process of its own.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { nodeOf } from "../lib/peers.mjs";
import { cleanEnvironment, run, unusable } from "./lib.mjs";

/** What pi's resource loader holds in `cwd`. */
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

/** The directory of the modules: that of the program, or the one above if the program is a bundle. */
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

/** What a folder is that nobody decided about: the user says yes when the program asks. Versions before 0.87.1 ask nothing. */
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

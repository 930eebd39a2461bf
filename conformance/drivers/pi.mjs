// pi, asked through the loader that it runs at start-up, in a process of its own.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { cleanEnvironment, run, unusable } from "./lib.mjs";

/** What pi's resource loader holds in `cwd`. */
export async function ask({ cwd, home, bin, timeout, environment, unprivileged }) {
  const variables = cleanEnvironment(home, { PI_OFFLINE: "1" }, environment);
  const args = [fileURLToPath(import.meta.url), dirname(realpathSync(bin))];
  const result = await run(process.execPath, args, { cwd, timeout, unprivileged, environment: variables });
  if (result.hung) return { skills: [], errors: [], hung: true };
  try {
    return JSON.parse(result.stdout);
  } catch {
    throw unusable("pi", result);
  }
}

async function inside(packageDirectory) {
  const load = (name) => import(pathToFileURL(join(packageDirectory, name)).href);
  const { DefaultResourceLoader } = await load("core/resource-loader.js");
  const { getAgentDir } = await load("config.js");
  const loader = new DefaultResourceLoader({ cwd: process.cwd(), agentDir: getAgentDir() });
  await loader.reload();
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

if (
  process.argv[1] &&
  existsSync(process.argv[1]) &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  await inside(process.argv[2]);
}

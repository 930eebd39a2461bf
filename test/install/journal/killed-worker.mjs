// Installs a source, and kills itself at a step. Usage: node killed-worker.mjs LIBRARY PROJECT HOME SOURCE STEP COUNT
import { argv, kill, pid } from "node:process";

const [library, project, home, source, step, count = "1"] = argv.slice(2);
const { openInstaller } = await import(library);
let left = Number(count);
const installer = await openInstaller({
  environment: { cwd: project, home, platform: "linux", variables: {} },
  onStep(name) {
    if (name === step && --left === 0) kill(pid, "SIGKILL");
  },
});
if (source === "remove") await installer.remove(["pdf"]);
else await installer.apply(await installer.planAdd({ source, where: "project" }), { person: true });

// Runs one command after another in this process, each with its own directory, variables and output.
import fs from "node:fs";
import { createRequire } from "node:module";

const [main] = process.argv.slice(2);
const command = createRequire(import.meta.url)(main);
const { writeSync } = fs;
let printed = ["", "", ""];
fs.writeSync = (descriptor, bytes, at = 0, ...more) => {
  if (descriptor > 2) return writeSync(descriptor, bytes, at, ...more);
  const part = Buffer.from(bytes).subarray(at);
  printed[descriptor] += part.toString("latin1");
  return part.length;
};

process.on("message", async ({ args, cwd, env }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  printed = ["", "", ""];
  const code = await command.main(args);
  const [, stdout, stderr] = printed.map((text) => Buffer.from(text, "latin1").toString());
  // The test may remove the directory.
  process.chdir("/");
  process.send({ code, stdout, stderr });
});
process.once("disconnect", () => process.exit());

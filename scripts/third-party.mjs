// What rolldown bundled in, and the notice of licence for it. In: the outputs of builds; out: one text, a part for each package.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Throws where a bundled package has no licence file: then it may not be shipped. */
export function thirdParty(outputs) {
  const notices = [...packagesIn(outputs)].map(notice).sort();
  return `Parts of these packages are included in this one.\n\n${notices.join("\n")}`;
}

/** The directories of packages that some module comes from, with code left of it. */
function packagesIn(outputs) {
  const found = new Set();
  for (const chunk of outputs.flatMap(({ output }) => output))
    for (const [id, { renderedLength }] of Object.entries(chunk.modules ?? {})) {
      const directory = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
      if (directory !== undefined && renderedLength > 0) found.add(directory);
    }
  return found;
}

function notice(directory) {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} has no licence file`);
  const text = readFileSync(join(directory, file), "utf8").replaceAll("\r\n", "\n").trim();
  return `== ${name} ${version} (${license})\n\n${text}\n`;
}

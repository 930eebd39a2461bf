// Collects the licences of the packages that rolldown bundled. In: the outputs of builds. Out: one text with a part for
// each package.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Throws if the licence of a bundled package is missing, because then the bundle may not be shipped. */
export function thirdParty(outputs) {
  const packages = [...packagesIn(outputs)].map(read);
  const notices = packages.map((each) => notice(each, packages)).sort();
  return `Parts of these packages are included in this one.\n\n${notices.join("\n")}`;
}

/** Returns the directories of packages whose code is in the bundle. */
function packagesIn(outputs) {
  const found = new Set();
  for (const chunk of outputs.flatMap(({ output }) => output))
    for (const [id, { renderedLength }] of Object.entries(chunk.modules ?? {})) {
      const directory = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
      if (directory !== undefined && renderedLength > 0) found.add(directory);
    }
  return found;
}

function read(directory) {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each));
  const text = file && readFileSync(join(directory, file), "utf8").replaceAll("\r\n", "\n").trim();
  return { name, version, license, text, from: repository?.url ?? repository };
}

/**
 * Returns the notice of a package. A package without a licence file uses that of another package of its repository with
 * the same licence.
 */
function notice({ name, version, license, text, from }, packages) {
  const shared = packages.find((other) => other.text && from && other.from === from && other.license === license)?.text;
  if (!text && !shared) throw new Error(`${name} has no licence file`);
  return `== ${name} ${version} (${license})\n\n${text || shared}\n`;
}

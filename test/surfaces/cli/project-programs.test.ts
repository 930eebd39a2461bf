/**
 * A project contains programs with the names of those that Skillwright starts, in every directory that a PATH can name.
 */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, test } from "vitest";
import { removeProjectDirectories } from "../../../src/platform/environment.ts";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const NAMES = [
  ...["bwrap", "unshare", "mount", "setpriv", "setsid", "sh", "env", "node", "git", "ssh", "npm", "npx", "ssh-keygen"],
  ...["xdg-open", "docs-server", "brew", "pip", "uv", "go", "apt-get", "id", "timeout", "sandbox-exec"],
];
const PLACES = ["", "bin", "node_modules/.bin", "packages/a/node_modules/.bin", "../node_modules/.bin"];

const project = (): Sandbox => {
  const box = new Sandbox({
    "~/.config/skillwright/config.yaml":
      "git_host: http://127.0.0.1:9\nmcp:\n  docs: { command: docs-server, skills: true }\n  found: { command: /usr/bin/env, args: [docs-server], skills: true }\n",
    "~/.config/skillwright/skills/own/SKILL.md": skill("own", undefined, "install:\n  - { kind: npm, package: x }\n"),
    "~/.config/skillwright/skills/own/run.sh": "echo fine\n",
    "packages/a/x": "",
    "~/key": "",
    ...Object.fromEntries(
      PLACES.flatMap((place) => NAMES.map((name) => [`${place}/${name}`, '#!/bin/sh\necho "$0" >> "$HOME/ran"\n'])),
    ),
    "../link ->": "project/bin",
  });
  for (const place of PLACES) for (const name of NAMES) chmodSync(box.path(`${place}/${name}`), 0o755);
  return box;
};

/** Returns a PATH with every spelling of these directories, before the directories of the machine. */
const pathTo = (box: Sandbox): string =>
  [
    ...[".", "", "bin", "./node_modules/.bin", "..//project/bin", "packages/../bin"],
    ...PLACES.map((place) => box.path(place)),
    ...[`${box.project}/`, `${box.project}/bin/.`, `${box.directory}/link`, `${box.directory}//project//bin//`],
    process.env["PATH"] ?? "",
  ].join(delimiter);

describe("programs of a project", () => {
  test.each([
    ["doctor"],
    ["run own run.sh --yes"],
    ["list"],
    ["approve mcp:docs:pdf --yes"],
    ["add owner/repo --dry-run"],
    ["add git:ssh://127.0.0.1:9/x --dry-run"],
    ["add npm:x --dry-run --offline"],
    ["publish skills --to site --sign ~/key"],
    ["deps"],
    ["verify"],
  ])("[F9] `%s` starts none of them", (line) => {
    const box = project();
    for (const cwd of [box.project, box.path("packages/a")]) {
      const args = line.split(" ").map((word) => word.replace("~", box.home));
      box.run(args, { cwd, env: { PATH: pathTo(box), npm_config_registry: "http://127.0.0.1:9" } });
      expect(existsSync(box.path("~/ran")) ? readFileSync(box.path("~/ran"), "utf8") : "").toBe("");
    }
  });

  test("[F9] other directories of the PATH stay, in their order", () => {
    const path = ["/usr/local/bin", "/opt/x/bin", "/usr/bin", "/nowhere"].join(delimiter);
    expect(removeProjectDirectories(path, "/usr")).toBe(path);
    expect(removeProjectDirectories(["/opt/x/bin", "/opt/y/bin"].join(delimiter), "/opt/x")).toBe("/opt/y/bin");
    expect(removeProjectDirectories(["/srv/node_modules/.bin", "relative", ""].join(delimiter))).toBe("");
  });
});

/** Checks `hosts.json`, the facts for other programs. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
import { describe, expect, test } from "vitest";
import { hostFacts } from "../../../scripts/host-facts.mjs";
import { findProfile, PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { viewAsHosts } from "../../../src/ops/hosts/look-hosts.ts";
import { hostsSchema } from "../../../src/ops/schemas.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";

interface Version {
  readonly version: string;
  readonly confidence: string;
  readonly required: readonly string[];
  readonly collisions: { readonly winner: string };
}
interface Facts {
  readonly hosts: readonly { readonly name: string; readonly versions: readonly Version[] }[];
}

const root = resolve(import.meta.dirname, "../../..");
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const schema = JSON.parse(read("schemas/hosts.schema.json"));
const data: Facts = JSON.parse(read("hosts.json"));
const validate = new CfWorkerJsonSchemaValidator().getValidator(schema);

test("[V32] hosts.json is what the profiles say (node scripts/host-docs.mjs)", () => {
  expect(read("hosts.json")).toBe(hostFacts(PROFILES));
});

test("[V32] schemas/hosts.schema.json is what the code says (node scripts/schemas.mjs)", () => {
  expect(schema).toEqual(hostsSchema());
});

test("[V32] hosts.json fits its schema, and a changed one does not", () => {
  expect(validate(data)).toMatchObject({ valid: true });
  const [first, ...others] = data.hosts;
  for (const change of [{ color: "red" }, { versions: [{ ...first?.versions[0], collisions: { winner: "second" } }] }])
    expect(validate({ ...data, hosts: [{ ...first, ...change }, ...others] }).valid).toBe(false);
});

test("[V32] hosts.json has every version of every profile", () => {
  expect(data.hosts.map(({ name, versions }) => [name, versions.map(({ version }) => version)])).toEqual(
    PROFILES.map(({ name, version, earlier = [] }) => [name, [version, ...earlier.map((each) => each.version)]]),
  );
  const claude = data.hosts.find(({ name }) => name === "claude-code")?.versions;
  expect(claude?.map(({ collisions }) => collisions.winner)).toEqual(["first", "all"]);
});

describe("[V32] a host drops a skill without a required key, and no other skill", () => {
  const rows = data.hosts.flatMap(({ name, versions }) =>
    versions.map(({ version, required }) => [versions.length > 1 ? `${name}@${version}` : name, required] as const),
  );
  const readers = rows.filter(([host]) => findProfile(host)?.runtime !== "none");
  test.each(readers)("%s needs %j", async (host, required) => {
    const dropped = async (frontmatter: string): Promise<boolean> => {
      const files = memoryFiles({
        "/home/me/work": "directory",
        "/named/pdf/SKILL.md": `---\n${frontmatter}\n---\nText.\n`,
      });
      const environment = { cwd: "/home/me/work", home: "/home/me", platform: "linux", variables: {} } as const;
      const asked = {
        environment,
        files,
        hosts: [host],
        defaultSkills: false,
        trust: "all",
        roots: ["/named"],
      } as const;
      const { views } = await viewAsHosts(asked);
      return !views[0]?.entries.some(({ outcome }) => outcome === "visible");
    };
    const found = [
      ...((await dropped("description: Does it.\nlicense: MIT")) ? ["name"] : []),
      ...((await dropped("name: pdf\nlicense: MIT")) ? ["description"] : []),
    ];
    expect(found).toEqual(required);
    expect(await dropped("name: pdf\ndescription: Does it.")).toBe(false);
  });
});

test("[V32] the program in docs/hosts-data.md prints what the page shows", () => {
  const page = read("docs/hosts-data.md");
  const [, program = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const [, shown] = /```text\n([\s\S]*?)```/.exec(page) ?? [];
  const ran = execFileSync(process.execPath, ["--input-type=module", "--no-warnings", "-"], {
    cwd: root,
    input: program,
    encoding: "utf8",
  });
  expect(ran).toBe(shown);
});

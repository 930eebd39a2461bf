// Writes schemas/*.json from the tables in the code. A test fails if they are not up to date.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { importRooms } from "./import-rooms.mjs";

const [{ configSchema, frontmatterSchema, hostProfileSchema, hostsSchema, policySchema, sidecarSchema }] =
  await importRooms("src/ops/schemas.ts");
const directory = join(dirname(fileURLToPath(import.meta.url)), "..", "schemas");
mkdirSync(directory, { recursive: true });
for (const [name, schema] of Object.entries({
  config: configSchema(),
  frontmatter: frontmatterSchema(),
  "host-profile": hostProfileSchema(),
  hosts: hostsSchema(),
  policy: policySchema(),
  sidecar: sidecarSchema(),
})) {
  writeFileSync(join(directory, `${name}.schema.json`), `${JSON.stringify(schema, null, 1)}\n`);
}

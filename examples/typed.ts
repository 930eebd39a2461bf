// Uses the library in TypeScript with its types: sources, search, activation, a session with a sandbox, and changes.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Activation,
  type ActivationRequest,
  type Actor,
  type CatalogOptions,
  type Diagnostic,
  directorySource,
  type FoundSkill,
  isSkillItem,
  type Loaded,
  type Manifest,
  type MessageResolution,
  memorySource,
  openSkills,
  type Refusal,
  type Root,
  type SandboxProvider,
  type Scope,
  type SessionControl,
  type Skill,
  SkillNotFoundError,
  type SkillSource,
  type Snapshot,
  type SnapshotChange,
  type Withheld,
} from "skillwright";

const directory = mkdtempSync(join(tmpdir(), "typed-"));
function write(name: string, description: string): void {
  mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, name, "SKILL.md"), `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`);
}
write("invoice", "Writes invoices. Use it when a customer has to pay.");

/** Skills of your own program: here in memory. One of them is hidden from models. */
const review: Withheld = { code: "SK501", reason: "it waits for a review" };
const drafts: SkillSource = {
  ...memorySource("drafts", {
    "dunning/SKILL.md": "---\nname: dunning\ndescription: Reminds customers who have not paid.\n---\nRemind them.\n",
    "broken/SKILL.md": "no frontmatter\n",
  }),
  withheld: (path: string) => (path.includes("dunning") ? review : undefined),
};
const skills = await openSkills({ ambient: false, sources: [directorySource("mine", directory), drafts] });

function describe({ skill, withheld }: Loaded): string {
  const { name, root, scope }: { name: Skill["name"]; root: Root; scope: Scope } = skill;
  const manifest: Manifest = skill.manifest;
  return `${name} ${root.path} ${scope} ${Object.keys(manifest).length} ${withheld?.code ?? "offered"}`;
}
const snapshot: Snapshot = skills.snapshot;
const found: readonly Diagnostic[] = snapshot.rejected.flatMap(({ diagnostics }) => diagnostics);
assert.deepEqual(snapshot.skills.map(describe).sort(), [
  "dunning /drafts extra 0 SK501",
  "invoice /mine extra 0 offered",
]);
assert.deepEqual(
  found.map(({ code }) => code),
  ["SK001"],
);
await assert.rejects(() => skills.read("invoices"), SkillNotFoundError);

const [best]: FoundSkill[] = await skills.search("a customer has to pay");
assert.equal(best?.name, "invoice");
const { selected }: MessageResolution = await skills.resolve("/invoice for March");
assert.deepEqual(
  selected.map(({ offered }) => offered.address),
  ["invoice"],
);

async function give(asked: string, actor: Actor): Promise<Activation | Refusal> {
  const request: ActivationRequest = { asked, actor };
  const answer = await skills.activate(request);
  return "activation" in answer ? answer.activation : answer.refusal;
}
const given = await give("invoice", "model");
const refused = await give("dunning", "model");
assert.ok("text" in given && isSkillItem(given.text));
assert.ok("reason" in refused && refused.code === "SK501");

/** A sandbox that starts no program. A real one would start a container. */
const sandbox: SandboxProvider = {
  name: "dry-run",
  level: "isolated",
  run: async ({ program, args }) => ({ ended: "exited", code: 0, stdout: [program, ...args].join(" "), stderr: "" }),
};
const control: SessionControl = { sandbox, access: "ask" };
const narrow: CatalogOptions = { window: 8_000, scope: { skills: ["invoice"] } };
const session = await skills.session({ control });
assert.match((await session.catalog(narrow)).text, /invoice/);

const watched = await openSkills({ ambient: false, roots: [directory] });
const watch = await watched.watch();
const changes: SnapshotChange[] = [];
watch.on((change) => changes.push(change));
write("offer", "Writes offers.");
await watch.settled();
await watch.close();
assert.deepEqual(
  changes.flatMap(({ added }) => added.map(({ name }) => name)),
  ["offer"],
);
rmSync(directory, { recursive: true });
console.log(`${snapshot.skills.length} skills, ${found.length} finding, ${changes.length} change`);

// Gives a model the skills of one tenant with `tools`. Call it once for each session, before the first request to the
// model.
import assert from "node:assert/strict";
import { memorySource, openSkills } from "skillwright";

const skill = (name, body) => `---\nname: ${name}\ndescription: Answers questions about ${name}.\n---\n${body}\n`;

// One object for each tenant, which its sessions share. With `ambient: false`, it reads only what you pass to it.
const open = (tenant, body) =>
  openSkills({ ambient: false, sources: [memorySource(tenant, { "billing/SKILL.md": skill("billing", body) })] });
const tenants = { acme: await open("acme", "Invoices of Acme."), globex: await open("globex", "Invoices of Globex.") };

async function answer(tenant, signal) {
  const skills = tenants[tenant];
  const session = await skills.session({ signal });
  const [load] = await skills.tools(session);
  const { content } = await load.execute({ name: "billing" }, { signal });
  return content;
}

assert.match(await answer("acme"), /Invoices of Acme/);
assert.doesNotMatch(await answer("globex"), /Acme/);

// With an aborted signal, nothing is done, and the error has a type.
await assert.rejects(answer("acme", AbortSignal.abort()), { name: "OperationError", code: "SK604" });

// For a misspelt option, the error suggests the correct name.
await assert.rejects(openSkills({ root: "skills" }), { code: "SK920", hint: "did you mean `roots`?" });
console.log(`${Object.keys(tenants).length} tenants, each with its own skills`);

// `tools`: give a model the skills of one tenant. Call it once for each session, before the first request to the model.
import assert from "node:assert/strict";
import { memorySource, openSkills } from "skillwright";

const skill = (name, body) => `---\nname: ${name}\ndescription: Answers questions about ${name}.\n---\n${body}\n`;

// One object for each tenant, shared by its sessions. `ambient: false` reads nothing but what is passed.
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

// An aborted signal does no work, and the error is typed.
await assert.rejects(answer("acme", AbortSignal.abort()), { name: "OperationError", code: "SK604" });

// A misspelt option is an error that names the right one.
await assert.rejects(openSkills({ root: "skills" }), { code: "SK920", hint: "did you mean `roots`?" });
console.log(`${Object.keys(tenants).length} tenants, each with its own skills`);

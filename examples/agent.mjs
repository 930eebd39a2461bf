// Adds skills to your own agent: catalog, tool, `/name`, `$name`, arguments, no repeated texts, and compaction.
import assert from "node:assert/strict";
import { openSkills, skillItemName } from "skillwright";
import { answer, chat, startModel, toMessage } from "./agent/loopback.mjs";

const { url, requests, stop } = await startModel();

const skills = await openSkills({ ambient: false, roots: [`${import.meta.dirname}/agent/skills`] });
const session = await skills.session();
const tools = await skills.tools(session);
const messages = [{ role: "system", content: (await session.catalog()).text }];

async function ask(question) {
  messages.push(...(await session.turn(question)).items.map(toMessage), { role: "user", content: question });
  for (;;) {
    const reply = await chat(url, messages, tools);
    messages.push(reply);
    if (!reply.tool_calls) return reply.content;
    for (const call of reply.tool_calls) messages.push(await answer(call, tools));
  }
}

async function compact(summary) {
  messages.splice(1, messages.length, { role: "user", content: summary }, ...(await session.compact()).map(toMessage));
}

// The agent is complete. The rest is a conversation, and checks of the messages that reached the model.
const sent = () => requests.at(-1).messages.map(({ role, content }) => `${role}: ${content}`);

await ask("Please fill in the forms of our visitors");
assert.match(sent()[0], /<name>forms<\/name>/); // the system prompt has the catalog
assert.match(sent()[3], /^tool: <skill name="forms".*Ask for the table first/s); // the model called the tool
await ask("Those forms once more");
assert.match(sent().at(-1), /^tool: The skill `forms` is loaded already, since turn 1/); // the skill was not sent twice
await ask("/release 2.1.0");
// The user called a skill with arguments.
assert.match(sent().at(-2), /^user: <skill name="release".*Tag the commit `v2\.1\.0`/s);
await ask("Put that into our $style");
assert.match(sent().at(-2), /^user: <skill name="style".*Short sentences/s); // the user mentioned a skill

await compact("So far: forms filled in, and a version released.");
await ask("Thank you");
const shapes = requests.at(-1).messages.map(({ role, content }) => skillItemName(content) ?? role);
assert.deepEqual(shapes, ["system", "user", "earlier_skills", "style", "forms", "user"]);
// After a compaction, a task is only named, and its arguments are not repeated.
assert.match(sent()[2], /their text is not repeated here: `release` \(turn 3\)/);
assert.ok(!sent().join().includes("2.1.0"));

const { turn } = (await skills.session({ state: JSON.parse(JSON.stringify(session)) })).toJSON();
stop();
console.log(`${turn} turns, ${requests.length} requests, ${session.events.counts.activated} activations`);

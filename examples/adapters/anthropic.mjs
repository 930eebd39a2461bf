// Uses skills with Anthropic's Messages API. `client` is `new Anthropic()`.
import { openSkills } from "skillwright";
import { anthropicTools } from "skillwright/anthropic";

const skills = await openSkills({ roots: ["skills"] });

export async function ask(client, model, prompt) {
  const session = await skills.session();
  const { tools, answer } = anthropicTools(await skills.tools(session));
  const system = (await session.catalog()).text;
  const messages = [{ role: "user", content: prompt }];
  for (;;) {
    const { content } = await client.messages.create({ model, max_tokens: 4096, system, messages, tools });
    const answers = await answer({ content });
    if (answers.length === 0) return content.map((block) => block.text ?? "").join("");
    messages.push({ role: "assistant", content }, { role: "user", content: answers });
  }
}

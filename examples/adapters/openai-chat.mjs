// Uses skills with OpenAI's Chat Completions API. `client` is `new OpenAI()`, or any compatible client.
import { openSkills } from "skillwright";
import { openaiChatTools } from "skillwright/openai";

const skills = await openSkills({ roots: ["skills"] });

export async function ask(client, model, prompt) {
  const session = await skills.session();
  const { tools, answer } = openaiChatTools(await skills.tools(session));
  const system = { role: "system", content: (await session.catalog()).text };
  const messages = [system, { role: "user", content: prompt }];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model, messages, tools });
    const answers = await answer(choices[0].message);
    if (answers.length === 0) return choices[0].message.content;
    messages.push(choices[0].message, ...answers);
  }
}

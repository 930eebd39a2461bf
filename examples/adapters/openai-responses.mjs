// Uses skills with OpenAI's Responses API. `client` is `new OpenAI()`.
import { openSkills } from "skillwright";
import { openaiResponsesTools } from "skillwright/openai";

const skills = await openSkills({ roots: ["skills"] });

export async function ask(client, model, prompt) {
  const session = await skills.session();
  const { tools, answer } = openaiResponsesTools(await skills.tools(session));
  const instructions = (await session.catalog()).text;
  const input = [{ role: "user", content: prompt }];
  for (;;) {
    const response = await client.responses.create({ model, instructions, input, tools });
    const answers = await answer(response);
    if (answers.length === 0) return response.output_text;
    input.push(...response.output, ...answers);
  }
}

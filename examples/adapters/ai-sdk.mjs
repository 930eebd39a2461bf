// Uses skills with Vercel's AI SDK. `model` is any of its language models.
import { generateText, stepCountIs } from "ai";
import { openSkills } from "skillwright";
import { aiSdkTools } from "skillwright/ai-sdk";

const skills = await openSkills({ roots: ["skills"] });

export async function ask(model, prompt) {
  const session = await skills.session();
  const tools = aiSdkTools(await skills.tools(session));
  const system = (await session.catalog()).text;
  const { text } = await generateText({ model, system, prompt, tools, stopWhen: stepCountIs(10) });
  return text;
}

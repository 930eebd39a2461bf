import { expect, test } from "vitest";
import { openSkills } from "../../../src/api/index.ts";
import { aiSdkTools } from "../../../src/surfaces/adapters/ai-sdk.ts";
import { makeTree, skill } from "../../tree.ts";

// `isSchema` of the AI SDK, versions 5 and 6. Version 5 throws for a Standard Schema without these keys, and Mastra
// before version 1 sends the model an empty schema.
test("[X9] the input schema is one that each version of the AI SDK reads, and it accepts every input", async () => {
  const tree = makeTree({ "skills/pdf/SKILL.md": skill("pdf") });
  await using skills = await openSkills({ ambient: false, cwd: tree.top, roots: [tree.at("skills")] });
  const tools = await skills.tools(await skills.session());
  for (const [name, { inputSchema }] of Object.entries(aiSdkTools(tools))) {
    expect(inputSchema[Symbol.for("vercel.ai.schema")], name).toBe(true);
    expect(inputSchema[Symbol.for("vercel.ai.validator")], name).toBe(true);
    expect(inputSchema.jsonSchema).toEqual(tools.find((tool) => tool.name === name)?.jsonSchema);
    expect(await inputSchema.validate({ wrong: 1 })).toEqual({ success: true, value: { wrong: 1 } });
    expect(inputSchema["~standard"].validate(7)).toEqual({ value: 7 });
  }
});

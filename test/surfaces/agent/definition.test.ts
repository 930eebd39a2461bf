import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDefinition } from "../../../src/format/agents/read-definition.ts";

const read = (text: string) => readDefinition({ id: "tester", path: "/a/tester/AGENT.md", text });

describe("[AG1] AGENT.md", () => {
  test("pickle-bot's own example", () => {
    const text =
      "---\nname: General Assistant\nprovider: openai\nmodel: gpt-4\nallow_skills: true\n---\n\nYou are a helpful assistant with access to specialized skills...\n";
    expect(read(text)).toEqual({
      value: {
        id: "tester",
        name: "General Assistant",
        provider: "openai",
        model: "gpt-4",
        allowSkills: true,
        skills: [],
        prompt: "You are a helpful assistant with access to specialized skills...",
        path: "/a/tester/AGENT.md",
      },
      diagnostics: [],
    });
  });

  test("every key", () => {
    const text =
      "---\nname: A\ndescription: b\nprovider: p\nmodel: m\ntemperature: 0\nmax_tokens: 5\ntools: [read, shell]\nallow_skills: [pdf, 'x-*']\nskills: style\n---\n";
    expect(read(text).value).toEqual({
      id: "tester",
      name: "A",
      description: "b",
      provider: "p",
      model: "m",
      temperature: 0,
      maxTokens: 5,
      tools: ["read", "shell"],
      allowSkills: ["pdf", "x-*"],
      skills: ["style"],
      prompt: "",
      path: "/a/tester/AGENT.md",
    });
  });

  test("without `allow_skills` there are none", () => {
    expect(read("---\nname: A\n---\nHello").value).toMatchObject({ allowSkills: false, skills: [], prompt: "Hello" });
  });
});

describe("[AG1] what is wrong with one", () => {
  test.each<[string, string, string, string]>([
    [
      "an unknown key",
      "---\nname: A\nmodle: m\n---\n",
      "3:1 `modle` is not a key of a definition",
      "did you mean `model`?",
    ],
    [
      "a hyphen",
      "---\nname: A\nallow-skills: true\n---\n",
      "3:1 `allow-skills` is not a key of a definition",
      "did you mean `allow_skills`?",
    ],
    [
      "a key of a provider",
      "---\nname: A\napi_key: k\n---\n",
      "3:1 `api_key` is not a key of a definition",
      "move it to your own configuration, under `llm` or `providers`",
    ],
    [
      "a strange key",
      "---\nname: A\nzzzzzz: k\n---\n",
      "3:1 `zzzzzz` is not a key of a definition",
      "the keys are `name`, `description`, `provider`, `model`, `temperature`, `max_tokens`, `tools`, `allow_skills`, `skills`",
    ],
    [
      "a text for a switch",
      "---\nname: A\nallow_skills: 5\n---\n",
      "3:1 `allow_skills` should be `true`, `false` or a list of skills",
      "write `true`, `false` or a list of skills",
    ],
    [
      "too warm",
      "---\nname: A\ntemperature: 3\n---\n",
      "3:1 `temperature` should be a number from 0 to 2",
      "write a number from 0 to 2",
    ],
    ["no name", "---\nmodel: m\n---\nYou.", "1:1 the definition has no `name`", "add `name: …` to its frontmatter"],
    [
      "no frontmatter",
      "You are.",
      "1:1 the definition cannot be read: there is no frontmatter",
      "begin the file with a line `---`, `name: …` and another line `---`",
    ],
    ["broken YAML", "---\nname: [a\n---\n", "3:1 the frontmatter is not valid YAML", "correct the YAML"],
    ["a list", "---\n- name\n---\n", "2:1 the frontmatter is not a mapping", "write `key: value` lines"],
  ])("%s", (_, text, message, help) => {
    const { value, diagnostics } = read(text);
    const said = diagnostics.map(({ code, at, message: words, help: way }) => [
      code,
      `${at?.line}:${at?.column} ${words}`,
      way,
    ]);
    expect(value).toBeUndefined();
    expect(said).toEqual([["SK490", expect.stringContaining(message), help]]);
  });

  test("any text is a definition or a reason", () => {
    const header = fc.array(
      fc.tuple(fc.constantFrom("name", "allow_skills", "skills", "tools", "temperature", "x"), fc.string()),
    );
    const written = header.map(
      (lines) => `---\n${lines.map(([key, value]) => `${key}: ${value}`).join("\n")}\n---\nbody`,
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), written), (text) => {
        const { value, diagnostics } = read(text);
        expect(value === undefined).toBe(diagnostics.length > 0);
        expect(diagnostics.every(({ code, at }) => code === "SK490" && at !== undefined)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

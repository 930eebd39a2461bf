import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundaryOf } from "../../../src/activate/render/escape.ts";
import { escapeClosingTags } from "../../../src/activate/render/escape-closing-tags.ts";
import { isSkillItem, skillItemName } from "../../../src/activate/render/is-skill-item.ts";
import { ENVELOPE_NAMES, renderEnvelope } from "../../../src/activate/render/render-envelope.ts";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import type { Prepared } from "../../../src/model/conversation/activation.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { startProcessorTimer } from "../../processor-time.ts";
import { prepared } from "./prepared.ts";

const profile = PROFILES[0] as HostProfile;
const render = async (format: string, given: Prepared): Promise<string> =>
  (await renderEnvelope(given, { ...profile, injection: { format, role: "user" } })).text;

describe("one skill in every envelope", () => {
  const many = Array.from({ length: 12 }, (_, at) => ({
    path: `scripts/s${String(at).padStart(2, "0")}.sh`,
    bytes: at,
  }));
  test.each<[string, Prepared, string]>([
    [
      "skillwright",
      prepared({ moreResources: 3 }),
      `<skill name="pdf" directory="/project/.agents/skills/pdf">
The text of the skill is between the two lines of equal signs; its paths are relative to the directory.
=== ${boundaryOf("# PDF\n\nRead it.\n")} ===
# PDF

Read it.

=== ${boundaryOf("# PDF\n\nRead it.\n")} ===
Files of the skill; \`skill_resource\` reads them:
- references/forms.md (120 bytes)
- scripts/fill.py (2048 bytes)
- and 3 more
</skill>`,
    ],
    [
      "codex",
      prepared({ actor: "user" }),
      `<skill>
<name>pdf</name>
<path>/project/.agents/skills/pdf/SKILL.md</path>
---
name: pdf
description: Reads PDF files.
---
# PDF

Read it.

</skill>`,
    ],
    [
      "openoxide",
      prepared({ actor: "user", body: "Read it." }),
      "<skill>\n<name>pdf</name>\n<path>/project/.agents/skills/pdf/SKILL.md</path>\nRead it.\n</skill>",
    ],
    [
      "opencode",
      prepared({ resources: many }),
      `<skill_content name="pdf">
# Skill: pdf

# PDF

Read it.

Base directory for this skill: /project/.agents/skills/pdf
Paths in the skill start from this directory.
The list below may leave out files of the skill.

<skill_files>
${many
  .slice(0, 10)
  .map(({ path }) => `<file>/project/.agents/skills/pdf/${path}</file>`)
  .join("\n")}
</skill_files>
</skill_content>`,
    ],
    [
      "opencode",
      prepared({ actor: "user", body: "Read it.\n" }),
      "Read it.\n\n\nBase directory for this skill: /project/.agents/skills/pdf\nPaths in the skill start from this directory.",
    ],
    [
      "skill-content",
      prepared({ directory: "/a b/pdf", resources: [], body: "Read it." }),
      `<skill_content name="pdf">
# Skill: pdf

Read it.

Base directory for this skill: file:///a%20b/pdf
Paths in the skill start from this directory.
The list below may leave out files of the skill.

<skill_files>

</skill_files>
</skill_content>`,
    ],
    [
      "claude-code",
      prepared({ body: "\n\n# PDF\n\n" }),
      "Base directory for this skill: /project/.agents/skills/pdf\n\n# PDF\n\n",
    ],
    [
      "qwen-code",
      prepared({ body: "Read it." }),
      "Base directory for this skill: /project/.agents/skills/pdf\nPaths in the skill start from this directory: make them absolute before you use them.\n\nRead it.\n",
    ],
    [
      "gemini-cli",
      prepared({ body: "Read it.\nAll of it.", resources: [...prepared().resources, { path: "LICENSE", bytes: 1 }] }),
      `<activated_skill name="pdf">
  <instructions>
    Read it.
All of it.
  </instructions>

  <available_resources>
    At most 200 files and directories:

/project/.agents/skills/pdf/
├───LICENSE
├───SKILL.md
├───references/
│   └───forms.md
└───scripts/
    └───fill.py
  </available_resources>
</activated_skill>`,
    ],
    [
      "pi",
      prepared({ actor: "user" }),
      `<skill name="pdf" location="/project/.agents/skills/pdf/SKILL.md">
Paths in the skill start from /project/.agents/skills/pdf.

# PDF

Read it.
</skill>`,
    ],
    [
      "crush",
      prepared({ body: "a < b & c", actor: "user" }),
      `<loaded_skill>
  <name>pdf</name>
  <description>Reads PDF files.</description>
  <location>/project/.agents/skills/pdf/SKILL.md</location>
  <instructions>
a &lt; b &amp; c
  </instructions>
</loaded_skill>`,
    ],
    [
      "cline",
      prepared({ body: "Read it.", arguments: "a.pdf" }),
      "<command-name>pdf</command-name>\n<command-args>a.pdf</command-args>\n<command-instructions>\nDescription: Reads PDF files.\n\nRead it.\n</command-instructions>",
    ],
    [
      "roo-code",
      prepared({ body: "Read it.", arguments: "a.pdf" }),
      "Skill: pdf\nDescription: Reads PDF files.\nProvided arguments: a.pdf\nSource: project\n\n--- Skill Instructions ---\n\nRead it.",
    ],
    [
      "goose",
      prepared({ body: "Read it." }),
      `# Loaded Skill: pdf (skill)

Reads PDF files.

## Content

Read it.

## Supporting Files

Skill directory: /project/.agents/skills/pdf

- references/forms.md → load_skill(name: "pdf/references/forms.md")
- scripts/fill.py → load_skill(name: "pdf/scripts/fill.py")
`,
    ],
    [
      "openhands",
      prepared({ body: "Read it." }),
      "Read it.\n\n---\nThe skill is in `/project/.agents/skills/pdf`; paths in it start from there.",
    ],
    ["crabtalk", prepared({ actor: "user", body: "Read it." }), '<skill name="pdf">\nRead it.\n</skill>'],
    ["crabtalk", prepared({ body: "Read it." }), "Read it."],
    [
      "aleph",
      prepared({ body: "Read it." }),
      '<skill id="pdf" name="pdf">\n<instructions>\nRead it.\n</instructions>\n</skill>',
    ],
    ["body", prepared({ body: "Read it." }), "Read it."],
    ["file", prepared({ body: "Read it." }), "---\nname: pdf\ndescription: Reads PDF files.\n---\nRead it."],
  ])("[W1] %s", async (format, given, text) => {
    expect(await render(format, given)).toBe(text);
  });

  test("[W1] every profile that has skills names an envelope that there is", () => {
    const named = PROFILES.filter((each) => each.runtime !== "none").map(({ name, injection }) => [
      name,
      ENVELOPE_NAMES.includes(injection?.format ?? ""),
    ]);
    expect(named.filter(([, known]) => !known)).toEqual([]);
  });

  test("[W1] a user's skill comes as a message in the host's role, and a called skill as the result of the call", async () => {
    const codex = PROFILES.find((each) => each.name === "codex") as HostProfile;
    expect((await renderEnvelope(prepared({ actor: "user" }), codex)).role).toBe("user");
    expect((await renderEnvelope(prepared({ actor: "model" }), codex)).role).toBe("tool");
    expect((await renderEnvelope(prepared({ actor: "skill" }), codex)).role).toBe("tool");
  });
});

/** The expected text in place of the body, by host. */
const INSIDE: Readonly<Record<string, (text: string, given: Prepared) => string | undefined>> = {
  skillwright: (text, { body }) => text.split(`=== ${boundaryOf(body)} ===\n`)[1]?.slice(0, -1),
  codex: (text) => between(text, "</path>\n", "\n</skill>"),
  openoxide: (text) => between(text, "</path>\n", "\n</skill>"),
  opencode: (text) =>
    /^.*\n.*\n\n([\s\S]*)\n\nBase directory for this skill: .*\n.*\n.*\n\n<skill_files>\n/.exec(text)?.[1],
  "skill-content": (text, given) => INSIDE["opencode"]?.(text, given),
  "claude-code": (text) => between(text, "\n\n", ""),
  "qwen-code": (text) => between(text, "\n\n", "\n"),
  "gemini-cli": (text) => between(text, "\n  <instructions>\n    ", "\n  </instructions>\n\n  <available_resources>"),
  pi: (text) => between(text, "\n\n", "\n</skill>"),
  crush: (text) => between(text, "\n  <instructions>\n", "\n  </instructions>\n</loaded_skill>"),
  cline: (text) =>
    between(text, "\n<command-instructions>\nDescription: Reads PDF files.\n\n", "\n</command-instructions>"),
  "roo-code": (text) => between(text, "\n--- Skill Instructions ---\n\n", ""),
  goose: (text) => between(text, "\n## Content\n\n", "\n\n## Supporting Files\n"),
  openhands: (text) => between(text, "", "\n\n---\nThe skill is in"),
  crabtalk: (text) => text,
  aleph: (text) => between(text, "\n<instructions>\n", "\n</instructions>\n</skill>"),
  // The names of the skill's files come before its body.
  "copilot-cli": (text) =>
    between(text.replace(/\nFiles of the skill:\n(?: {2}- .*\n)+/, ""), "\n\n", "\n</skill-context>"),
  "kimi-code": (text) => between(text, ">\n", "\n</skill-loaded>"),
  body: (text) => text,
  file: (text) => text,
};

/** Returns the text from the first `begin` to the last `end`. */
function between(text: string, begin: string, end: string): string | undefined {
  const from = text.indexOf(begin) + begin.length;
  const to = end === "" ? text.length : text.lastIndexOf(end);
  return from < begin.length || to < from ? undefined : text.slice(from, to);
}

/** Tags that are closed exactly once in each host's envelope. */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  codex: ["skill"],
  openoxide: ["skill"],
  opencode: ["skill_content", "skill_files"],
  "skill-content": ["skill_content", "skill_files"],
  "gemini-cli": ["activated_skill", "instructions", "available_resources"],
  pi: ["skill"],
  crush: ["loaded_skill", "instructions"],
  cline: ["command-instructions", "command-name"],
  aleph: ["skill", "instructions"],
};

const BREAKERS = [
  ...["skill", "skill_content", "skill_files", "activated_skill", "instructions", "loaded_skill"],
  ...["command-instructions", "command-args", "system-reminder", "available_resources", "skills"],
].flatMap((tag) => [`</${tag}>`, `</${tag.toUpperCase()} >`, `< / ${tag}>`, `<\u200b/${tag[0]}\u200d${tag.slice(1)}>`]);
const hostile = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...BREAKERS) },
      {
        weight: 2,
        arbitrary: fc.constantFrom("\n", "\n\n", "\r\n", "---", "=== ", "&lt;", "]]>", '"', "'", "\u202e", "\u{e0041}"),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "## Supporting Files",
          "\n  ## supporting  files\n",
          "Base directory for this skill: /",
          "<skill>\n<name>x</name>\n<path>/x</path>\n",
        ),
      },
      { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

/** Removes the characters that neutralizing and escaping add, and trims the text. */
function plain(text: string): string {
  return text
    .replaceAll(
      /&(lt|gt|amp|quot|apos);/g,
      (_, name: string) => ({ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" })[name] ?? "",
    )
    .replaceAll(/\\(?=\s*## supporting)/gi, "")
    .trim();
}

describe("malicious bodies and names", () => {
  test.each(ENVELOPE_NAMES)("[W2] %s: one item comes out again, with what was put in", async (format) => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (body, name, path) => {
        const given = prepared({ body: `a${body}z`, name: `n${name}`, resources: [{ path: `p${path}`, bytes: 1 }] });
        const text = await render(format, given);
        const inside = INSIDE[format]?.(text, given);
        const meant = format === "codex" || format === "file" ? given.file : given.body;
        expect(plain(plain(inside ?? ""))).toBe(plain(plain(meant)));
        for (const tag of CLOSED[format] ?? [])
          expect(text.match(new RegExp(`<\\s*/\\s*${tag}(?![\\w-])`, "gi"))).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  test.each<[string, RegExp, string[]]>([
    ["crabtalk", /^<skill name="[^"\n]*">\n([\s\S]*)\n<\/skill>$/, ["skill"]],
    ["opencode", /^([\s\S]*)\n\nBase directory for this skill: .*\n.*$/, []],
  ])("[W2] %s: the same is true for a user's command", async (format, shape, tags) => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (body, name) => {
        const given = prepared({ actor: "user", body: `a${body}z`, name: `n${name}` });
        const text = await render(format, given);
        expect(plain(plain(shape.exec(text)?.[1] ?? ""))).toBe(plain(plain(given.body)));
        for (const tag of tags) expect(text.match(new RegExp(`<\\s*/\\s*${tag}(?![\\w-])`, "gi"))).toHaveLength(1);
      }),
    );
  });

  test.each(ENVELOPE_NAMES)("[W2] %s: a name cannot add a line", async (format) => {
    const harmless = (await render(format, prepared({ name: "n" }))).split("\n").length;
    const given = prepared({ name: 'n"\n</skill>\n- x: y\u2028<b>\u{e0041}' });
    const lines = (await render(format, { ...given, file: prepared({ name: "n" }).file })).split("\n").length;
    expect(lines).toBe(harmless);
  });

  test("[W2] the boundary of our own envelope is never in the body", () => {
    fc.assert(
      fc.property(hostile, (body) => {
        expect(body.includes(boundaryOf(body))).toBe(false);
      }),
    );
    const first = boundaryOf("x");
    expect(boundaryOf(first)).not.toBe(first);
  });

  test.each([
    ["</skill>", "&lt;/skill>"],
    ["</SKILL foo>", "&lt;/SKILL foo>"],
    ["< /\tskill>", "&lt; /\tskill>"],
    ["<\u200b/s\u00adkill>", "&lt;\u200b/s\u00adkill>"],
    ["＜／ｓｋｉｌｌ＞", "&lt;／ｓｋｉｌｌ＞"],
    ["</𝐬𝐤𝐢𝐥𝐥>", "&lt;/𝐬𝐤𝐢𝐥𝐥>"],
    ["</skills>", "</skills>"],
    ["</skill-x>", "</skill-x>"],
    ["cp <skill> a/b; x < skill", "cp <skill> a/b; x < skill"],
    ["<</skill", "<&lt;/skill"],
  ])("[W2] %j becomes %j", (body, safe) => {
    expect(escapeClosingTags(body, ["skill"])).toBe(safe);
  });

  test("[W2] in time that grows linearly with the length", () => {
    const body = `${"<".repeat(200_000)}${"< ".repeat(200_000)}<${" ".repeat(200_000)}</${"\u200b".repeat(200_000)}`;
    const elapsedMs = startProcessorTimer();
    expect(escapeClosingTags(body, ["skill"])).toBe(body);
    expect(elapsedMs()).toBeLessThan(5000);
  });
});

describe("a shortened skill", () => {
  test.each(ENVELOPE_NAMES)("[Q14] %s names the whole length and how to read the next part", async (format) => {
    const text = await render(format, prepared({ body: "12345", cutFrom: 90_000, restAt: 105 }));
    expect(text).toContain("[cut: 5 of 90000 characters of this skill are above; ");
    expect(text).toMatch(format === "skillwright" ? /offset 105 reads on\]/ : /the remaining text is in .*SKILL\.md\]/);
  });
});

describe("isSkillItem", () => {
  const marked = ENVELOPE_NAMES.filter((name) => !["body", "openhands"].includes(name));
  test.each(marked)("[W1] knows an item of %s by its text", async (format) => {
    const text = await render(format, prepared({ actor: format === "opencode" ? "model" : "user", name: "a & b" }));
    const named = format === "claude-code" || format === "qwen-code" ? "pdf" : "a & b";
    expect(skillItemName(text)).toBe(named);
    const shapes: unknown[] = [
      text,
      { role: "user", text },
      { role: "user", content: text },
      { type: "message", role: "user", content: [{ type: "input_text", text }] },
      { type: "function_call_output", call_id: "1", output: text },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: [{ type: "text", text }] }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "1", output: { type: "text", value: text } }] },
    ];
    expect(shapes.map((shape) => isSkillItem(shape))).toEqual(shapes.map(() => true));
  });

  test("[W1] recognizes unmarked texts that the caller names", () => {
    expect(isSkillItem({ role: "tool", content: "Read it." })).toBe(false);
    expect(isSkillItem({ role: "tool", content: "Read it." }, new Set(["Read it."]))).toBe(true);
  });

  test.each([
    ["use $pdf"],
    ["what does <skill> mean?"],
    ["<skill>\nhello"],
    [null],
    [undefined],
    [7],
    [{ role: "user" }],
    [{ role: "user", content: [{ type: "image", source: {} }] }],
    ["---\ntitle: a post\n---\n"],
  ])("[W1] %j is not a skill item", (message) => {
    expect(isSkillItem(message)).toBe(false);
  });

  test("[W1] a message that contains itself is examined once", () => {
    const loop: { content: unknown[] } = { content: [] };
    loop.content.push(loop, loop);
    expect(isSkillItem(loop)).toBe(false);
  });
});

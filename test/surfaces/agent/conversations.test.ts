/** Snapshots of whole conversations: the requests to the model, both outputs, and the journal. */
import { describe, expect, test } from "vitest";
import { type Play, play, record } from "./play.ts";

const SKILLS = {
  "~/.config/skillwright/skills/forms/SKILL.md":
    "---\nname: forms\ndescription: Fills in forms. Use when somebody asks for forms.\n---\nAsk for the table first, then see references/fields.md.\n",
  "~/.config/skillwright/skills/forms/references/fields.md": "Every field has a name.\n",
  "~/.config/skillwright/skills/release/SKILL.md":
    "---\nname: release\ndescription: Releases a version.\nargument-hint: VERSION\ndisable-model-invocation: true\n---\nTag the commit `v$ARGUMENTS`.\n",
  "~/.config/skillwright/skills/style/SKILL.md":
    "---\nname: style\ndescription: How we write.\n---\nShort sentences.\n",
};

const AGENT = (more: string, body = "You are terse."): string => `---\nname: Tester\n${more}---\n${body}\n`;

/** An agent that has only its skills. */
const TESTER = { "~/.config/skillwright/agents/tester/AGENT.md": AGENT("tools: [read]\nallow_skills: true\n") };

/** A skill that needs a variable. */
const NEEDY = {
  "~/.config/skillwright/skills/needy/SKILL.md":
    "---\nname: needy\ndescription: Reports.\n---\nReport with the token.\n",
  "~/.config/skillwright/skills/needy/agents/openai.yaml":
    "dependencies:\n  tools:\n    - type: env_var\n      value: NEEDY_TOKEN\n      description: The token of the reports\n",
};

const CONVERSATIONS: readonly (readonly [string, Play])[] = [
  [
    "[AG9] [AG19] progressive disclosure",
    {
      files: { ...SKILLS, ...TESTER },
      script: [
        { text: ["Let me ", "see."], calls: [{ name: "skill", input: { name: "forms" } }] },
        { calls: [{ name: "skill_resource", input: { name: "forms", path: "references/fields.md" } }] },
        { text: "The fields have names." },
      ],
      runs: [["--agent", "tester", "Fill in our forms, please"]],
    },
  ],
  [
    "[AG1] [AG9] slash, with arguments",
    {
      files: { ...SKILLS, ...TESTER },
      script: [{ text: "Tagged." }],
      runs: [["--agent", "tester", "/release 2.1.0"]],
    },
  ],
  [
    "mention",
    {
      files: { ...SKILLS, ...TESTER },
      script: [{ text: "Short, then." }],
      runs: [["--agent", "tester", "Put this into our $style: hello"]],
    },
  ],
  [
    "[AG1] a skill that the agent may not have",
    {
      files: {
        ...SKILLS,
        "~/.config/skillwright/agents/tester/AGENT.md": AGENT("tools: [read]\nallow_skills: [style]\n"),
      },
      script: [{ calls: [{ name: "skill", input: { name: "forms" } }] }, { text: "I may not." }],
      runs: [["--agent", "tester", "/forms now"]],
    },
  ],
  [
    "[AG1] [B60] what `permission.skill` keeps from this agent",
    {
      files: {
        ...SKILLS,
        ...TESTER,
        "~/.config/skillwright/policy.yaml":
          "agent:\n  tester: { permission: { skill: { forms: deny, style: ask } } }\n  other: { permission: { skill: deny } }\n",
      },
      script: [
        { calls: [{ name: "skill", input: { name: "forms" } }] },
        { calls: [{ name: "skill", input: { name: "style" } }] },
        { text: "I may not." },
      ],
      runs: [["--agent", "tester", "Fill in our forms, please"]],
    },
  ],
  [
    "[AG1] no skills unless allowed",
    {
      files: { ...SKILLS, "~/.config/skillwright/agents/tester/AGENT.md": AGENT("tools: [read]\n") },
      script: [{ text: "Hello." }],
      runs: [["--agent", "tester", "Fill in our forms with $style"]],
    },
  ],
  [
    "[AG1] preloaded skills",
    {
      files: {
        ...SKILLS,
        "~/.config/skillwright/agents/tester/AGENT.md": AGENT("tools: [read]\nskills: [style]\n"),
      },
      script: [{ text: "Hello." }, { text: "Again." }],
      runs: [
        ["--agent", "tester", "Hello"],
        ["--resume", "last", "And again"],
      ],
    },
  ],
  [
    "[AG11] a denied tool",
    {
      files: { ...TESTER, "~/.config/skillwright/agents/tester/AGENT.md": AGENT("tools: [edit, shell]\n") },
      script: [
        { calls: [{ name: "shell", input: { command: "echo $PLAYED_KEY; touch made" } }] },
        { calls: [{ name: "edit", input: { path: "made", new: "x" } }] },
        { text: "I may not." },
      ],
      runs: [["--agent", "tester", "Make a file"]],
    },
  ],
  [
    "[AG10] [AG11] tools that are allowed",
    {
      files: {
        ...TESTER,
        "notes.txt": "one\ntwo\n",
        "~/.config/skillwright/agents/tester/AGENT.md": AGENT("tools: [read, list, search, edit, shell, ask]\n"),
      },
      script: [
        {
          calls: [
            { name: "list" },
            { name: "read", input: { path: "notes.txt" } },
            { name: "search", input: { pattern: "t.o" } },
          ],
        },
        { calls: [{ name: "edit", input: { path: "notes.txt", old: "two", new: "three" } }] },
        { calls: [{ name: "shell", input: { command: 'cat notes.txt; echo "key: $PLAYED_KEY"; exit 3' } }] },
        { calls: [{ name: "ask", input: { question: "Is that right?" } }] },
        { text: "Done." },
      ],
      runs: [["--agent", "tester", "--allow", "edit,shell", "Count on"]],
    },
  ],
  [
    "[AG13] [AG15] compaction and resume",
    {
      files: { ...SKILLS, ...TESTER },
      script: [
        { calls: [{ name: "skill", input: { name: "forms" } }] },
        { text: "Filled in." },
        { text: "Released." },
        { text: "Forms were filled in, and 2.1.0 released." },
        { text: "You are welcome." },
      ],
      runs: [
        ["--agent", "tester", "Fill in our forms, please"],
        ["--resume", "last", "/release 2.1.0"],
        ["--resume", "last", "/compact"],
        ["--resume", "last", "Thank you"],
      ],
    },
  ],
  [
    "[AG15] context and skills",
    {
      files: {
        ...SKILLS,
        ...TESTER,
        "config.yaml": "catalog: { max_entry_chars: 40 }\n",
        "~/.config/skillwright/skills/broken/SKILL.md": "no frontmatter\n",
        "~/.config/skillwright/skills/zebra/SKILL.md": `---\nname: zebra\ndescription: ${"Tells of zebras at length. ".repeat(30)}\n---\nStripes.\n`,
        ".skillwright/skills/local/SKILL.md": "---\nname: local\ndescription: Of this project.\n---\nHere.\n",
      },
      script: [{ text: "Short." }],
      runs: [
        ["--agent", "tester", "Write in our $style"],
        ["--resume", "last", "/context"],
        ["--resume", "last", "/skills"],
      ],
    },
  ],
  [
    "[AG9] on Anthropic's wire",
    {
      api: "anthropic",
      files: { ...SKILLS, ...TESTER },
      script: [
        { text: ["Let me ", "see."], calls: [{ name: "skill", input: { name: "forms" } }] },
        { text: "Give me the table." },
        { text: "Thank you." },
      ],
      runs: [
        ["--agent", "tester", "Fill in our forms, please"],
        ["--resume", "last", "Here it is, in our $style"],
      ],
    },
  ],
  [
    "[AG1] without skills, because they cannot be loaded",
    {
      files: { ...SKILLS, ...TESTER },
      script: [{ text: "Hello." }],
      runs: [["--agent", "tester", "--host", "nobody", "Hello"]],
    },
  ],
  [
    "[AG1] with skills that were rejected",
    {
      files: {
        ...TESTER,
        "~/.config/skillwright/skills/broken/SKILL.md": "no frontmatter\n",
        "~/.config/skillwright/skills/worse/SKILL.md": "---\nname: worse\n",
      },
      script: [{ text: "Hello." }],
      runs: [["--agent", "tester", "Hello"]],
    },
  ],
  [
    "[AG9] calls that are wrong, and no end of them",
    {
      files: { ...SKILLS, ...TESTER },
      script: [
        {
          calls: [
            { name: "nothing", input: { a: 1 } },
            { name: "read", raw: '{"path": "x' },
            { name: "read", raw: "[1]" },
          ],
        },
        {
          calls: [
            { name: "skill", input: { name: "forns" } },
            { name: "read", input: { path: "../../etc/passwd" } },
          ],
        },
        { calls: [{ name: "read", input: { path: "nowhere.txt" } }] },
      ],
      runs: [["--agent", "tester", "--max-steps", "3", "Go round in circles"]],
    },
  ],
  [
    "[AG19] events",
    {
      files: { ...SKILLS, ...TESTER },
      script: [{ text: ["See", ":"], calls: [{ name: "skill", input: { name: "style" } }] }, { text: "Short." }],
      runs: [["--agent", "tester", "--json", "How do we write?"]],
    },
  ],
  [
    "[AG22] what a skill grants, and what it does not",
    {
      files: {
        "notes.txt": "one\n",
        "~/.config/skillwright/skills/counter/SKILL.md":
          "---\nname: counter\ndescription: Counts lines.\nallowed-tools: Bash(wc *) Read\n---\nCount with wc.\n",
        "~/.config/skillwright/agents/tester/AGENT.md": AGENT("tools: [read, shell]\nallow_skills: true\n"),
      },
      script: [
        { calls: [{ name: "shell", input: { command: "wc -l notes.txt" } }] },
        { calls: [{ name: "skill", input: { name: "counter" } }] },
        { calls: [{ name: "shell", input: { command: "wc -l notes.txt" } }] },
        { calls: [{ name: "shell", input: { command: "wc -l notes.txt; rm notes.txt" } }] },
        { calls: [{ name: "read", input: { path: "notes.txt" } }] },
        { text: "One line." },
      ],
      runs: [["--agent", "tester", "How many lines?"]],
    },
  ],
  [
    "[AG23] dependencies of a skill, without a user to ask",
    {
      files: { ...TESTER, ...NEEDY },
      script: [{ calls: [{ name: "skill", input: { name: "needy" } }] }, { text: "It needs a token." }],
      runs: [["--agent", "tester", "Report, please"]],
    },
  ],
  [
    "[AG23] [AG28] a secret of the environment is in no text",
    {
      files: {
        ...NEEDY,
        "config.yaml": "agent: { environment: ['LET_*'] }\n",
        ".env": "OTHER_TOKEN=other-0123456789-value\n",
        "~/.config/skillwright/agents/tester/AGENT.md": AGENT("tools: [shell]\nallow_skills: true\n"),
      },
      env: { NEEDY_TOKEN: "tok-12345", OTHER_TOKEN: "other-0123456789-value", LET_TOKEN: "let-0123456789-value" },
      script: [
        { calls: [{ name: "skill", input: { name: "needy" } }] },
        {
          calls: [
            {
              name: "shell",
              input: {
                command:
                  'echo [$NEEDY_TOKEN] [$PLAYED_KEY] [$OTHER_TOKEN] [$LET_TOKEN] ${#LET_TOKEN}; cat .env; cat "$HOME/.config/skillwright/config.yaml" | head -1',
              },
            },
          ],
        },
        { text: "Reported." },
      ],
      runs: [["--agent", "tester", "--full-access", "Report, please"]],
    },
  ],
  [
    "[AG22] hooks of a skill",
    {
      files: {
        "config.yaml": "run: { hooks: [user], unsandboxed: true }\n",
        "notes.txt": "one\n",
        "~/.config/skillwright/skills/careful/SKILL.md": [
          "---",
          "name: careful",
          "description: Works with care.",
          "hooks:",
          "  PreToolUse:",
          "    - matcher: shell",
          "      hooks: [{ type: command, command: 'case $(cat) in *rm*) echo nothing is removed here >&2; exit 2 ;; esac' }]",
          "  PostToolUse:",
          "    - matcher: read",
          "      hooks: [{ type: command, command: 'echo mind the line ends' }]",
          "  Stop:",
          "    - hooks: [{ type: command, command: 'echo say what you did >&2; exit 2', once: true }]",
          "---",
          "Be careful.",
          "",
        ].join("\n"),
        "~/.config/skillwright/agents/tester/AGENT.md": AGENT("tools: [read, shell]\nallow_skills: true\n"),
      },
      script: [
        { calls: [{ name: "skill", input: { name: "careful" } }] },
        { calls: [{ name: "shell", input: { command: "rm notes.txt" } }] },
        { calls: [{ name: "shell", input: { command: "wc -l < notes.txt" } }] },
        { calls: [{ name: "read", input: { path: "notes.txt" } }] },
        { text: "Done." },
        { text: "I counted the lines." },
      ],
      runs: [["--agent", "tester", "--allow", "shell", "Count with care"]],
    },
  ],
  [
    "[AG22] a fork",
    {
      files: {
        "config.yaml": "agent: { effort: true }\n",
        "notes.txt": "one\ntwo\n",
        "~/.config/skillwright/skills/style/SKILL.md": SKILLS["~/.config/skillwright/skills/style/SKILL.md"],
        "~/.config/skillwright/skills/survey/SKILL.md":
          "---\nname: survey\ndescription: Looks at everything.\ncontext: fork\nagent: scout\neffort: high\nskills: [style]\nallowed-tools: Read\n---\nLook at $ARGUMENTS and report.\n",
        "~/.config/skillwright/agents/scout/AGENT.md": AGENT(
          "tools: [read, shell]\nallow_skills: [style]\nmodel: small\n",
          "You are a scout.",
        ),
        ...TESTER,
      },
      script: [
        { calls: [{ name: "skill", input: { name: "survey", arguments: "notes.txt" } }] },
        ({ body }) => ({
          text: `I look: ${body["model"]} ${body["reasoning_effort"]}`,
          calls: [{ name: "read", input: { path: "notes.txt" } }],
        }),
        { calls: [{ name: "shell", input: { command: "rm notes.txt" } }] },
        { calls: [{ name: "skill", input: { name: "survey" } }] },
        { text: "Two lines, and nothing else." },
        { text: "There are two lines." },
      ],
      runs: [["--agent", "tester", "Survey it"]],
    },
  ],
  [
    "[AG22] a fork in the background, and one that fails",
    {
      files: {
        "~/.config/skillwright/skills/slow/SKILL.md":
          "---\nname: slow\ndescription: Takes its time.\ncontext: fork\nbackground: true\n---\nTake your time.\n",
        "~/.config/skillwright/skills/lost/SKILL.md":
          "---\nname: lost\ndescription: Has no agent.\ncontext: fork\nagent: nobody\n---\nGet lost.\n",
        ...TESTER,
      },
      script: [
        { calls: [{ name: "skill", input: { name: "lost" } }] },
        { calls: [{ name: "skill", input: { name: "slow" } }] },
        ({ body }) => ({
          text: JSON.stringify(body).includes("runs in the background") ? "It works." : "Done slowly.",
        }),
        ({ body }) => ({
          text: JSON.stringify(body).includes("runs in the background") ? "It works." : "Done slowly.",
        }),
        { text: "It was done slowly." },
      ],
      runs: [["--agent", "tester", "Take your time"]],
    },
  ],
  [
    "[AG25] what a skill wishes for",
    {
      files: {
        "config.yaml": "agent: { models: { opus: played/large }, effort: true }\n",
        "~/.config/skillwright/skills/deep/SKILL.md":
          "---\nname: deep\ndescription: Thinks.\nmodel: opus\neffort: high\n---\nThink.\n",
        "~/.config/skillwright/skills/wide/SKILL.md":
          "---\nname: wide\ndescription: Thinks wide.\nmodel: gigantic\n---\nThink.\n",
        ...TESTER,
      },
      script: [
        ({ body }) => ({
          text: `one: ${body["model"]} ${body["reasoning_effort"]}`,
          calls: [{ name: "skill", input: { name: "deep" } }],
        }),
        ({ body }) => ({ text: `two: ${body["model"]} ${body["reasoning_effort"]}` }),
        ({ body }) => ({ text: `three: ${body["model"]} ${body["reasoning_effort"]}` }),
      ],
      runs: [
        ["--agent", "tester", "Think"],
        ["--resume", "last", "/wide"],
      ],
    },
  ],
];

describe("[AG9] recorded conversations", () => {
  test.each(CONVERSATIONS)("%s", async (title, played) => {
    const name = title.replaceAll(/\[\w+\] /g, "").replaceAll(/\W+/g, "-");
    const result = await play(played);
    await expect(record(result, played.runs)).toMatchFileSnapshot(`conversations/${name}.txt`);
  });
});

test("[AG15] [AG19] what the model has before it, for programs", async () => {
  const { stdout } = await play({
    files: { ...SKILLS, ...TESTER },
    script: [{ text: "Short." }],
    runs: [
      ["--agent", "tester", "Write in our $style"],
      ["--resume", "last", "--json", "/context"],
    ],
  });
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.at(-1)).toEqual({
    schema: 2,
    type: "context",
    report: {
      instructions: expect.any(Number),
      catalog: {
        tokens: expect.any(Number),
        skills: 2,
        allowance: "16000 characters, the context window is unknown",
        shortened: [],
      },
      tools: ["read", "skill", "skill_resource"].map((name) => ({ name, tokens: expect.any(Number) })),
      skills: [{ name: "style", tokens: expect.any(Number) }],
      messages: { count: 3, tokens: expect.any(Number) },
      total: expect.any(Number),
    },
  });
});

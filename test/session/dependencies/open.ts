import type { Prompter, Question, SessionControl } from "../../../src/model/conversation/control.ts";
import { openSkills, type Skills } from "../../../src/ops/open-skills.ts";
import type { SkillEvent } from "../../../src/session/conversation/events/events.ts";
import type { Session } from "../../../src/session/conversation/session.ts";
import type { SessionOptions } from "../../../src/session/conversation/session-options.ts";
import { makeTree, type Tree } from "../../tree.ts";

export interface Needy {
  readonly tree: Tree;
  readonly skills: Skills;
  readonly session: Session;
  readonly events: readonly SkillEvent[];
  /** Opens another session on the same skills. */
  another(options: SessionOptions): Promise<Session>;
}

/** Opens a session on a trusted project with skills in `.agents/skills`. Uses nothing of the machine. */
export async function openNeedy(
  files: Readonly<Record<string, string>>,
  options: {
    variables?: Record<string, string>;
    host?: string;
    session?: SessionOptions;
    control?: SessionControl;
  } = {},
): Promise<Needy> {
  const tree = makeTree({ "project/.git/HEAD": "ref: refs/heads/main\n", ...files }, options.variables ?? {});
  const skills = await openSkills({
    environment: tree.environment,
    files: tree.files,
    trust: "all",
    defaultSkills: false,
    ...(options.host ? { host: options.host } : {}),
  });
  const events: SkillEvent[] = [];
  const another = (given: SessionOptions): Promise<Session> => skills.session({ id: "s", clock: () => 0, ...given });
  const session = await another({ ...options.session, ...(options.control ? { control: options.control } : {}) });
  session.events.on("*", (event) => void events.push(event));
  return { tree, skills, session, events, another };
}

const SKILLS = "project/.agents/skills";

/** Returns a skill with these lines of frontmatter, and a sidecar that lists tools. */
export function needy(name: string, tools: string, more = ""): Record<string, string> {
  return {
    [`${SKILLS}/${name}/SKILL.md`]: `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo ${name}.\n`,
    ...(tools === "" ? {} : { [`${SKILLS}/${name}/agents/openai.yaml`]: `dependencies:\n  tools:\n${tools}` }),
  };
}

export const variable = (name: string, description = ""): string =>
  `    - type: env_var\n      value: ${name}\n${description === "" ? "" : `      description: ${description}\n`}`;

export const web = (name: string, url = `https://${name}.test/mcp`): string =>
  `    - type: mcp\n      value: ${name}\n      transport: streamable_http\n      url: ${url}\n`;

/** Answers questions by title, and records them. */
export function scripted(
  answers: (question: Question) => string | undefined,
): Prompter & { readonly pages: (readonly Question[])[] } {
  const pages: (readonly Question[])[] = [];
  return {
    pages,
    async ask(question) {
      pages.push([question]);
      return answers(question);
    },
    async askTogether(_title, questions) {
      pages.push(questions);
      return questions.map(answers);
    },
  };
}

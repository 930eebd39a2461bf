/** Shows a skill's name and description, and how hosts display the skill. */
import type { ComponentChildren } from "preact";
import type { SkillDetails } from "../../answers.ts";
import { postJson, skillPath } from "../../ask.ts";
import { asFields, asText } from "../../logic/known.ts";
import { safeColour } from "../../logic/safe-link.ts";
import { serverProperties } from "../../state.ts";
import { CodeLink, OutcomeMark, ScopeBadge } from "../bits.tsx";
import { runChange } from "../trust.tsx";
import { SkillIcon } from "./icon.tsx";

export function SkillHead({ skill }: { skill: SkillDetails }) {
  const shown = asFields(asFields(skill.sidecar)["interface"]);
  const colour = safeColour(shown["brandColor"]);
  const title = asText(shown["displayName"]) ?? skill.name;
  return (
    <header class="skill-head" style={colour ? { "--brand": colour } : {}}>
      <SkillIcon id={skill.id} path={asText(shown["iconLarge"]) ?? asText(shown["iconSmall"])} letter={title} />
      <div>
        <h1>{title}</h1>
        <p class="marks">
          <code>{skill.name}</code> <ScopeBadge scope={skill.scope} /> <State skill={skill} />
        </p>
        <p class="lead">{skill.description}</p>
      </div>
      <Switch skill={skill} />
      <Facts skill={skill} shown={shown} colour={colour} />
    </header>
  );
}

function State({ skill: { state, withheld } }: { skill: SkillDetails }) {
  if (!withheld) return <OutcomeMark outcome={state} />;
  return (
    <span class="outcome withheld">
      <OutcomeMark outcome={state === "loaded" ? "withheld" : state} />, hidden from models: {withheld.reason}{" "}
      <CodeLink code={withheld.code} />
    </span>
  );
}

function Switch({ skill: { id, name, state, enabled } }: { skill: SkillDetails }) {
  const isOff = !enabled || state === "disabled";
  if (!serverProperties.value?.write) return null;
  const turn = (): Promise<boolean> =>
    runChange(isOff ? `${name} is enabled` : `${name} is disabled`, () =>
      postJson(skillPath(id, isOff ? "/enable" : "/disable"), {}),
    );
  return (
    <button type="button" onClick={() => void turn()}>
      {isOff ? "Enable" : "Disable"}
    </button>
  );
}

interface FactsProps {
  readonly skill: SkillDetails;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly colour: string | undefined;
}

function Facts({ skill, shown, colour }: FactsProps) {
  const manifest = asFields(skill.manifest);
  return (
    <dl class="facts">
      <Fact name="File">
        <span class="path">{skill.path}</span>
      </Fact>
      <Fact name="Short description">{asText(shown["shortDescription"])}</Fact>
      <Fact name="Default prompt">{asText(shown["defaultPrompt"])}</Fact>
      <Fact name="Colour">{colour}</Fact>
      <Fact name="When to use">{asText(manifest["whenToUse"])}</Fact>
      <Fact name="Arguments">{asText(manifest["argumentHint"])}</Fact>
      <Fact name="Licence">{asText(manifest["license"])}</Fact>
      <Fact name="Can be loaded by">{startedBy(skill)}</Fact>
      <Fact name="Id">
        <span class="path">{skill.id}</span>
      </Fact>
    </dl>
  );
}

function startedBy({ modelInvocable, userInvocable }: SkillDetails): string {
  if (modelInvocable && userInvocable) return "the model and the user";
  return modelInvocable ? "the model only" : userInvocable ? "the user only" : "no actor";
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  if (children === undefined || children === "") return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

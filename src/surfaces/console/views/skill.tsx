/** Shows everything about one skill. */
import { useEffect } from "preact/hooks";
import type { SkillDetails } from "../answers.ts";
import { getJson, skillPath } from "../ask.ts";
import { RequestResult } from "../parts/bits.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { FilesTab } from "../parts/skill/files-tab.tsx";
import { SkillHead } from "../parts/skill/head.tsx";
import { HistoryTab } from "../parts/skill/history-tab.tsx";
import { HostsTab } from "../parts/skill/hosts-tab.tsx";
import { NeedsTab } from "../parts/skill/needs-tab.tsx";
import { RejectedSkill } from "../parts/skill/rejected.tsx";
import { SourceTab } from "../parts/skill/source-tab.tsx";
import { address, changeCount, moveTab, replaceSelection } from "../state.ts";
import { useRequest } from "../use-asked.ts";
import { hashOf } from "../view-address.ts";

const TABS = [
  ["read", "Text"],
  ["source", "Source"],
  ["files", "Files"],
  ["needs", "Needs"],
  ["hosts", "Hosts"],
  ["history", "History"],
] as const;
type Tab = (typeof TABS)[number][0];

export function SkillView({ id }: { id: string }) {
  const asked = useRequest(
    (signal) => getJson<SkillDetails>(skillPath(id), { source: true }, signal),
    [id, changeCount.value],
  );
  const { failure, value } = asked;
  // A rejected file has no details, so the page shows why it was rejected.
  if (failure && value === undefined && failure.status !== 0) return <RejectedSkill id={id} failure={failure} />;
  return <RequestResult asked={asked}>{(skill) => <Skill skill={skill} />}</RequestResult>;
}

function Skill({ skill }: { skill: SkillDetails }) {
  const tab = TABS.find(([name]) => name === address.value.at["tab"])?.[0] ?? "read";
  useEffect(() => {
    moveTab.value = (by) => {
      const at = TABS.findIndex(([name]) => name === tab) + by;
      replaceSelection({ tab: TABS[(at + TABS.length) % TABS.length]?.[0], file: undefined });
    };
  }, [tab]);
  return (
    <article class="view column" data-skill={skill.name}>
      <SkillHead skill={skill} />
      <nav class="tabs" aria-label="About this skill">
        {TABS.map(([name, title]) => (
          <a
            key={name}
            href={hashOf("skill", { id: address.value.at["id"], tab: name })}
            aria-current={name === tab ? "true" : undefined}
          >
            {title} {tallyOf(name, skill)}
          </a>
        ))}
      </nav>
      <TabContent tab={tab} skill={skill} />
    </article>
  );
}

function tallyOf(tab: Tab, { resources, diagnostics }: SkillDetails) {
  const count = tab === "files" ? resources.length : tab === "source" ? diagnostics.length : 0;
  return count > 0 && <span class="tally">{count}</span>;
}

function TabContent({ tab, skill }: { tab: Tab; skill: SkillDetails }) {
  switch (tab) {
    case "read":
      return <Markdown text={skill.body ?? ""} skill={skill.id} />;
    case "source":
      return <SourceTab skill={skill} />;
    case "files":
      return <FilesTab skill={skill} />;
    case "needs":
      return <NeedsTab skill={skill} />;
    case "hosts":
      return <HostsTab path={skill.path} />;
    case "history":
      return <HistoryTab id={skill.id} />;
  }
}

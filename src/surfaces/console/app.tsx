import { KeyHelp } from "./parts/help.tsx";
import { address, announcement, isConnected, isHelpOpen, serverProperties } from "./state.ts";
import { hashOf, type View } from "./view-address.ts";
import { BudgetView } from "./views/budget.tsx";
import { CodeView } from "./views/code.tsx";
import { HostsView } from "./views/hosts.tsx";
import { MapView } from "./views/map.tsx";
import { ReviewView } from "./views/review.tsx";
import { SkillView } from "./views/skill.tsx";
import { SkillsView } from "./views/skills.tsx";

const TABS: readonly (readonly [View, string])[] = [
  ["skills", "Skills"],
  ["map", "Precedence"],
  ["hosts", "Hosts"],
  ["budget", "Budget"],
  ["review", "Review"],
];

export function App() {
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <Bar />
      <main id="main" tabIndex={-1}>
        <CurrentView />
      </main>
      <p class="notice" role="status">
        {announcement.value}
      </p>
      <KeyHelp />
    </>
  );
}

function CurrentView() {
  const { view, at } = address.value;
  switch (view) {
    case "skills":
      return <SkillsView />;
    case "skill":
      return <SkillView key={at["id"]} id={at["id"] ?? ""} />;
    case "map":
      return <MapView />;
    case "hosts":
      return <HostsView />;
    case "budget":
      return <BudgetView />;
    case "review":
      return <ReviewView />;
    case "code":
      return <CodeView key={at["code"]} code={at["code"] ?? ""} />;
  }
}

function Bar() {
  const { view } = address.value;
  const current = view === "skill" || view === "code" ? "skills" : view;
  return (
    <header class="bar">
      <a class="brand" href={hashOf("skills")}>
        <img src="/icon.svg" alt="" width="22" height="22" />
        <span>Skillwright</span>
      </a>
      <nav aria-label="Views">
        {TABS.map(([name, title]) => (
          <a key={name} href={hashOf(name)} aria-current={name === current ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <Where />
      <button
        type="button"
        class="quiet"
        aria-label="Keys"
        title="Keys (?)"
        onClick={() => {
          isHelpOpen.value = true;
        }}
      >
        ?
      </button>
    </header>
  );
}

function Where() {
  const { projectRoot, host } = serverProperties.value ?? {};
  return (
    <p class="where">
      <span class={`dot ${isConnected.value}`} aria-hidden="true" />
      <span class="visually-hidden">
        {isConnected.value === "live"
          ? "Connected to the server: changes appear at once."
          : "Not connected to the server: changes do not appear."}
      </span>
      <span class="path" title={projectRoot}>
        <bdi>{projectRoot}</bdi>
      </span>
      {host !== undefined && host !== "skillwright" && <span class="badge">as {host}</span>}
    </p>
  );
}

/** Shows the roots in order of precedence, and which skills are overridden. */
import type { Root, Roots, SkillList } from "../answers.ts";
import { getJson } from "../ask.ts";
import { type MapEntry, type OverrideColumn, overrideMap } from "../logic/override-map.ts";
import { EmptyMessage, formatCount, RequestResult, ScopeBadge } from "../parts/bits.tsx";
import { OverrideDrawing } from "../parts/override-drawing.tsx";
import { changeCount } from "../state.ts";
import { useRequest } from "../use-asked.ts";
import { hashOf } from "../view-address.ts";

interface Answers {
  readonly roots: Roots;
  readonly list: SkillList;
}

/** Maximum number of columns in the drawing. The list below it contains all columns. */
const MAX_DRAWN = 120;

export function MapView() {
  const asked = useRequest(
    async (signal): Promise<Answers> => {
      const [roots, list] = await Promise.all([
        getJson<Roots>("/api/roots", {}, signal),
        getJson<SkillList>("/api/skills", {}, signal),
      ]);
      return { roots, list };
    },
    [changeCount.value],
  );
  return (
    <div class="view">
      <h1>Precedence</h1>
      <p class="lead">
        If several roots have a skill with the same name, the skill of the highest root wins. But a withheld skill loses
        even to a skill of a lower root. The list below gives the reason for each name.
      </p>
      <RequestResult asked={asked}>
        {({ roots: { roots }, list }) => {
          const columns = overrideMap(roots, list);
          return (
            <>
              <OverrideDrawing roots={roots} columns={columns.slice(0, MAX_DRAWN)} />
              {columns.length > MAX_DRAWN && (
                <p class="quiet-text">
                  The drawing shows only the first {MAX_DRAWN} of {columns.length} names.
                </p>
              )}
              <Overrides columns={columns} roots={roots} />
              <RootList roots={roots} />
            </>
          );
        }}
      </RequestResult>
    </div>
  );
}

function Overrides({ columns, roots }: { columns: readonly OverrideColumn[]; roots: readonly Root[] }) {
  if (columns.length === 0) return <EmptyMessage>Every name exists once: nothing is overridden.</EmptyMessage>;
  return (
    <section aria-labelledby="overrides">
      <h2 id="overrides">{formatCount(columns.length, "name")} in more than one place</h2>
      <ul class="overrides">
        {columns.map(({ name, winner, losers }) => (
          <li key={winner?.id ?? name}>
            <p>
              <SkillLink standing={winner} name={name} /> <span class="path">{rootOf(winner, roots)}</span>
            </p>
            <ul>
              {losers.map((loser) => (
                <li key={loser.id}>
                  takes precedence over <SkillLink standing={loser} name={rootOf(loser, roots)} />{" "}
                  <span class="quiet-text">{loser.reason}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SkillLink({ standing, name }: { standing: MapEntry | undefined; name: string }) {
  return standing ? <a href={hashOf("skill", { id: standing.id })}>{name}</a> : <strong>{name}</strong>;
}

function rootOf(standing: MapEntry | undefined, roots: readonly Root[]): string {
  return standing === undefined ? "" : (roots[standing.lane]?.label ?? standing.path);
}

function RootList({ roots }: { roots: readonly Root[] }) {
  return (
    <section aria-labelledby="roots">
      <h2 id="roots">All roots, in order</h2>
      <ol class="roots">
        {roots.map(({ path, scope, from, exists, skills }) => (
          <li key={path} class={exists ? "" : "absent"}>
            <span class="path">{path}</span> <ScopeBadge scope={scope} />{" "}
            <span class="quiet-text">
              {exists ? formatCount(skills, "skill") : "does not exist"} · {from}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

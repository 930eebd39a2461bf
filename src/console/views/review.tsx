/** What is installed, what has changed here and at its source. */
import type { Outdated, Verified } from "../answers.ts";
import { get } from "../ask.ts";
import { Answered, Empty } from "../parts/bits.tsx";
import { moment } from "../state.ts";
import { useAsked } from "../use-asked.ts";

export function ReviewView() {
  const verified = useAsked((signal) => get<Verified>("/api/verify", {}, signal), [moment.value]);
  const outdated = useAsked((signal) => get<Outdated>("/api/outdated", {}, signal), [moment.value]);
  return (
    <div class="view column">
      <h1>Review</h1>
      <Answered asked={verified}>
        {({ skills }) =>
          skills.length === 0 ? (
            <Empty>
              Nothing is installed here. <code>skillwright add owner/repo</code> shows what it would bring before it
              does.
            </Empty>
          ) : (
            <ul class="plain">
              {skills.map(({ name, directory, state, reason }) => (
                <li key={directory}>
                  <strong>{name}</strong> <span class="badge">{state}</span> <span class="quiet-text">{reason}</span>
                  <p class="path">{directory}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
      <Answered asked={outdated}>
        {({ skills }) => (
          <ul class="plain">
            {skills
              .filter(({ state }) => state !== "current")
              .map(({ name, directory, source, state, installed, latest, reason }) => (
                <li key={directory}>
                  <strong>{name}</strong> <span class="badge">{state}</span> {source} {installed} → {latest}{" "}
                  <span class="quiet-text">{reason}</span>
                </li>
              ))}
          </ul>
        )}
      </Answered>
    </div>
  );
}

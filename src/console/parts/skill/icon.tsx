import type { Resource } from "../../answers.ts";
import { get, skillPath } from "../../ask.ts";
import { useAsked } from "../../use-asked.ts";

const MAX_CHARS = 100_000;

/** A drawing of the skill, as an image: a browser runs nothing in one. Where there is none, its first letter. */
export function SkillIcon({ id, path, letter }: { id: string; path: string | undefined; letter: string }) {
  const drawing = useAsked((signal) => drawingOf(id, path, signal), [id, path]);
  if (drawing.value !== undefined) return <img class="skill-icon" src={drawing.value} alt="" />;
  return (
    <span class="skill-icon" aria-hidden="true">
      {[...letter][0]?.toUpperCase()}
    </span>
  );
}

async function drawingOf(id: string, path: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  if (path === undefined || !/\.svg$/i.test(path)) return undefined;
  const { text } = await get<Resource>(skillPath(id, "/resource"), { path: path.replace(/^\.\//, "") }, signal);
  return text.length > MAX_CHARS ? undefined : `data:image/svg+xml,${encodeURIComponent(text)}`;
}

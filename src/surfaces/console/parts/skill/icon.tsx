import { useState } from "preact/hooks";
import { skillPath } from "../../ask.ts";
import { moment } from "../../state.ts";

/** The picture that a skill has for itself, as an image: a browser runs nothing in one. Where there is none, its first letter. */
export function SkillIcon({ id, path, letter }: { id: string; path: string | undefined; letter: string }) {
  const [failed, setFailed] = useState<string>();
  // Another address after a change: what was not there may be there now.
  const address = `${skillPath(id, "/icon")}?size=large#${moment.value}`;
  if (path !== undefined && failed !== address)
    return <img class="skill-icon" src={address} alt="" width="52" height="52" onError={() => setFailed(address)} />;
  return (
    <span class="skill-icon" aria-hidden="true">
      {[...letter][0]?.toUpperCase()}
    </span>
  );
}

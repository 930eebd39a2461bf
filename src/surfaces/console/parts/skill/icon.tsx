import { useState } from "preact/hooks";
import { skillPath } from "../../ask.ts";
import { changeCount } from "../../state.ts";

/**
 * Shows a skill's icon as an image, because a browser runs no scripts in images. Without an icon, shows the first
 * letter of the name.
 */
export function SkillIcon({ id, path, letter }: { id: string; path: string | undefined; letter: string }) {
  const [failed, setFailed] = useState<string>();
  // The number after `#` changes with each update, so that a new icon is loaded.
  const address = `${skillPath(id, "/icon")}?size=large#${changeCount.value}`;
  if (path !== undefined && failed !== address)
    return <img class="skill-icon" src={address} alt="" width="52" height="52" onError={() => setFailed(address)} />;
  return (
    <span class="skill-icon" aria-hidden="true">
      {[...letter][0]?.toUpperCase()}
    </span>
  );
}

import { AskError, post } from "../ask.ts";
import { about, changed, say } from "../state.ts";

/** A project that nobody vouches for: its skills reach no model until somebody does. */
export function Trust() {
  const { trusted, projectRoot, write } = about.value ?? { trusted: true, projectRoot: "", write: false };
  if (trusted) return null;
  return (
    <div class="banner">
      <p>
        <strong>This project is not trusted.</strong> Its skills reach no model until you say so: read them first. Its
        MCP servers need a yes of their own.
      </p>
      {write ? (
        <button type="button" onClick={() => void setTrust(true)}>
          Trust {projectRoot.split("/").at(-1)}
        </button>
      ) : (
        <p class="quiet-text">
          <code>skillwright trust</code>, or start this with <code>serve --write</code>
        </p>
      )}
    </div>
  );
}

export async function setTrust(trust: boolean): Promise<void> {
  await attempt(trust ? "the project is trusted now" : "the project is no longer trusted", () =>
    post(trust ? "/api/trust" : "/api/untrust", {}),
  );
}

/** Does something that writes, says so, and looks again. */
export async function attempt(done: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    say(done);
    changed();
    return true;
  } catch (error) {
    say(error instanceof AskError ? [error.message, error.help].filter(Boolean).join(": ") : String(error));
    return false;
  }
}

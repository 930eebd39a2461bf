/** Returns the environment of the model's commands: the user's variables without secrets, and the session's secrets. */
import { type AgentSetup, variablesWithoutSecrets } from "../../../../api/agent.ts";
import type { Session } from "../../../../api/index.ts";

/** Minimum length of a value to redact. A shorter value may occur by chance in a file that the model must change. */
const MIN_WATCHED = 16;

/**
 * Returns the environment of the model's commands. Values that are withheld are also redacted from results, because a
 * command can find them elsewhere.
 */
export function shellToolVariables(
  { variables: all, config }: Pick<AgentSetup, "variables" | "config">,
  session: Session,
  apiKey: string | undefined,
): () => Readonly<Record<string, string>> {
  const { secrets } = session;
  const { variables, secrets: found } = variablesWithoutSecrets(all, config.agent.environment);
  for (const [name, value] of Object.entries(found)) if (value.length >= MIN_WATCHED) secrets.watch(name, value);
  const kept = withoutKey(variables, apiKey);
  return () => ({ ...kept, ...secrets.variables(secrets.names) });
}

/**
 * Removes the model's API key, whatever the name of its variable is. The key is removed even if a rule allows it,
 * because no command needs the key.
 */
function withoutKey(variables: Readonly<Record<string, string>>, key: string | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== key));
}

/** What a command of the model finds in its environment: the user's without secrets, and what the session was entrusted with. */
import { type AgentSetup, shellVariables } from "../../../api/agent.ts";
import type { Session } from "../../../api/index.ts";

/** A shorter value may be any word of a file that the model is to change. */
const MIN_WATCHED = 16;

/** What is held back is taken out of answers, too: a command can find it elsewhere. */
export function commandVariables(
  { variables: all, config }: Pick<AgentSetup, "variables" | "config">,
  session: Session,
  apiKey: string | undefined,
): () => Readonly<Record<string, string>> {
  const { secrets } = session;
  const { variables, secrets: found } = shellVariables(all, config.agent.environment);
  for (const [name, value] of Object.entries(found)) if (value.length >= MIN_WATCHED) secrets.watch(name, value);
  const kept = withoutKey(variables, apiKey);
  return () => ({ ...kept, ...secrets.variables(secrets.names) });
}

/** A command has no business with the key of the model, under whatever name it stands, and whoever lets it through. */
function withoutKey(variables: Readonly<Record<string, string>>, key: string | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== key));
}

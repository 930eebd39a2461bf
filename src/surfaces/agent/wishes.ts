/**
 * What skills wish for the turn in which they work, a model or an effort, and what of it they get: what the user has said for
 * that. A skill cannot choose a dearer model, or one of another provider, by a word in its frontmatter.
 */
import type { LanguageModel } from "ai";
import type { AgentConfig } from "../../api/agent.ts";
import type { TurnIntent } from "../../api/index.ts";
import type { Emit } from "./events.ts";
import type { Endpoint } from "./model/choose-endpoint.ts";

export interface Granted {
  readonly model?: LanguageModel;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface WishPorts {
  readonly config: Pick<AgentConfig, "models" | "effort">;
  readonly endpoint: Endpoint;
  /** Where a model of this name is. */
  readonly endpointOf: (model: string) => Endpoint;
  readonly open: (endpoint: Endpoint) => Promise<LanguageModel>;
  readonly emit: Emit;
}

const EFFORTS: readonly string[] = ["low", "medium", "high"];

export class Wishes {
  readonly #ports: WishPorts;
  /** Said once. */
  readonly #ignored = new Set<string>();
  readonly #models = new Map<string, Promise<LanguageModel>>();

  constructor(ports: WishPorts) {
    this.#ports = ports;
  }

  async grant({ model, effort }: TurnIntent): Promise<Granted> {
    const chosen = model === undefined ? undefined : this.modelFor(model);
    if (chosen === undefined) return this.effortOf(effort, this.#ports.endpoint);
    const endpoint = this.#ports.endpointOf(chosen);
    return { model: await this.#open(chosen, endpoint), ...this.effortOf(effort, endpoint) };
  }

  /** The model that the user has for a name that skills use; undefined where there is none. */
  modelFor(wished: string): string | undefined {
    const { models } = this.#ports.config;
    const named = Object.hasOwn(models, wished) ? models[wished] : undefined;
    if (typeof named === "string") return named;
    this.#ignore(
      wished,
      `a skill wishes for the model \`${wished}\`, and goes on with this one`,
      "`agent.models` in your configuration says which model that is here",
    );
    return undefined;
  }

  /** In the words of the endpoint that it is asked of. */
  effortOf(effort: string | undefined, endpoint: Endpoint): Pick<Granted, "providerOptions"> {
    const { config } = this.#ports;
    if (effort === undefined || !EFFORTS.includes(effort)) return {};
    if (config.effort)
      return endpoint.api === "anthropic"
        ? { providerOptions: { anthropic: { effort } } }
        : { providerOptions: { [endpoint.provider]: { reasoningEffort: effort } } };
    this.#ignore(
      `effort ${effort}`,
      `a skill wishes for the effort \`${effort}\`, and goes on as it is`,
      "`agent.effort: true` in your configuration hands it on",
    );
    return {};
  }

  #open(model: string, endpoint: Endpoint): Promise<LanguageModel> {
    const known = this.#models.get(model) ?? this.#ports.open(endpoint);
    this.#models.set(model, known);
    return known;
  }

  #ignore(key: string, message: string, help: string): void {
    if (this.#ignored.has(key)) return;
    this.#ignored.add(key);
    this.#ports.emit({ type: "note", message, help });
  }
}

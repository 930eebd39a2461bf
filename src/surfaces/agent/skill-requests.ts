/**
 * Decides which model or effort a skill gets for its turn, based on the user's configuration. A skill's frontmatter
 * alone cannot select a more expensive model or another provider.
 */
import type { LanguageModel } from "ai";
import type { AgentConfig } from "../../api/agent.ts";
import type { TurnIntent } from "../../api/index.ts";
import type { EmitEvent } from "./events.ts";
import type { Endpoint } from "./model/choose-endpoint.ts";

export interface GrantedSettings {
  readonly model?: LanguageModel;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface SkillRequestPorts {
  readonly config: Pick<AgentConfig, "models" | "effort">;
  readonly endpoint: Endpoint;
  /** Returns the endpoint of the model with this name. */
  readonly endpointOf: (model: string) => Endpoint;
  readonly open: (endpoint: Endpoint) => Promise<LanguageModel>;
  readonly emit: EmitEvent;
}

const EFFORTS: readonly string[] = ["low", "medium", "high"];

export class SkillRequests {
  readonly #ports: SkillRequestPorts;
  /** Ignored requests that were already reported. */
  readonly #ignored = new Set<string>();
  readonly #models = new Map<string, Promise<LanguageModel>>();

  constructor(ports: SkillRequestPorts) {
    this.#ports = ports;
  }

  async grant({ model, effort }: TurnIntent): Promise<GrantedSettings> {
    const chosen = model === undefined ? undefined : this.modelFor(model);
    if (chosen === undefined) return this.effortOf(effort, this.#ports.endpoint);
    const endpoint = this.#ports.endpointOf(chosen);
    return { model: await this.#open(chosen, endpoint), ...this.effortOf(effort, endpoint) };
  }

  /** Returns the model that the user configured for a model name in skills; undefined if the user configured none. */
  modelFor(wished: string): string | undefined {
    const { models } = this.#ports.config;
    const named = Object.hasOwn(models, wished) ? models[wished] : undefined;
    if (typeof named === "string") return named;
    this.#ignore(
      wished,
      `a skill requests the model \`${wished}\`, but runs with the current model`,
      "to use another model, map this name to it with `agent.models` in your configuration",
    );
    return undefined;
  }

  /** Converts an effort into the option of the endpoint. */
  effortOf(effort: string | undefined, endpoint: Endpoint): Pick<GrantedSettings, "providerOptions"> {
    const { config } = this.#ports;
    if (effort === undefined || !EFFORTS.includes(effort)) return {};
    if (config.effort)
      return endpoint.api === "anthropic"
        ? { providerOptions: { anthropic: { effort } } }
        : { providerOptions: { [endpoint.provider]: { reasoningEffort: effort } } };
    this.#ignore(
      `effort ${effort}`,
      `a skill requests the effort \`${effort}\`, but the effort is not sent to the model`,
      "to send it, set `agent.effort: true` in your configuration",
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

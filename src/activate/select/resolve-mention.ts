/** Resolves one mention to a skill, a refusal, or ordinary text. */
import type { OfferedSkill, Refusal, SkillRequester } from "../../model/conversation/offer.ts";
import type { MentionRule } from "../../model/host-profile.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { nameKey } from "../../model/text/text.ts";
import { isKnownName, lookUpSkill, qualifiedAddresses } from "../access/look-up.ts";
import { resolveCommand } from "../commands/command-table.ts";
import { linkTarget } from "./link-target.ts";
import type { MentionForm, ResolveOptions } from "./resolution.ts";
import { commandKeys } from "./slash-commands.ts";

export type ResolvedMention =
  | { readonly found: OfferedSkill; readonly by: "link" | "qualified" | "name"; readonly command?: string }
  | { readonly refusal: Refusal };

/** Maximum broken links for which similar names are searched, because a message can contain many. */
const MAX_NEAR_SEARCHES = 3;

export class MentionResolver {
  readonly #snapshot: Snapshot;
  readonly #asking: SkillRequester;
  readonly #rule: MentionRule;
  readonly #connectors: ReadonlySet<string>;
  readonly #commands: ReadonlySet<string>;
  #searches = 0;

  constructor(snapshot: Snapshot, options: ResolveOptions, asking: SkillRequester, rule: MentionRule) {
    this.#snapshot = snapshot;
    this.#asking = asking;
    this.#rule = rule;
    this.#connectors = new Set((options.connectors ?? []).flatMap((name) => [nameKey(name), slugOf(name)]));
    this.#commands = commandKeys(options.commands ?? []);
  }

  name(name: string, form: MentionForm): ResolvedMention | undefined {
    const rival = isPlain(name) ? this.#rivalOf(name) : undefined;
    if (rival === undefined)
      return (form === "slash" ? this.#command(name) : undefined) ?? this.#lookUp(name, name, form);
    const candidates = qualifiedAddresses(name, this.#snapshot);
    // If no skill has this name, the mention is not ambiguous: it means the connector.
    if (candidates.length === 0) return undefined;
    const help = `for the skill, write ${this.#written(candidates, name, form)}`;
    return { refusal: { code: "SK314", asked: name, reason: `${rival} has that name too`, help, candidates } };
  }

  /** Resolves `/NAME` as a command of a skill, if no skill has that name. */
  #command(name: string): ResolvedMention | undefined {
    if (isKnownName(name, this.#snapshot)) return undefined;
    const found = resolveCommand(name, this.#snapshot, this.#asking.scope);
    return found && { found: found.skill, by: "name", command: found.spec.name };
  }

  /** Resolves a link. The link is ordinary text if it leads neither to a skill nor to a possible skill path. */
  link(target: string, name: string): ResolvedMention | undefined {
    const { asked, known, skill } = linkTarget(target, this.#snapshot);
    if (known) return this.#lookUp(asked, name, "link");
    return skill ? this.#nowhere(target, name) : undefined;
  }

  pick(path: string): ResolvedMention {
    const { asked, known } = linkTarget(path, this.#snapshot);
    return known || isKnownName(asked, this.#snapshot) ? this.#lookUp(asked, asked, "pick") : this.#nowhere(path, path);
  }

  #lookUp(asked: string, name: string, form: MentionForm): ResolvedMention {
    const answer = lookUpSkill(asked, this.#snapshot, this.#asking);
    if ("found" in answer) {
      const by = form === "link" || form === "pick" ? "link" : answer.by === "name" ? "name" : "qualified";
      return { found: answer.found, by };
    }
    const { refusal } = answer;
    if (refusal.candidates.length === 0) return { refusal };
    const written = this.#written(refusal.candidates, name, form);
    const help = refusal.code === "SK310" ? `choose one: ${written}` : `did you mean ${written}?`;
    return { refusal: { ...refusal, help } };
  }

  #nowhere(asked: string, name: string): ResolvedMention {
    if (this.#searches++ < MAX_NEAR_SEARCHES) {
      const answer = lookUpSkill(name, this.#snapshot, this.#asking);
      const near = "found" in answer ? [answer.found.address] : answer.refusal.candidates;
      const help = `did you mean ${this.#written(near, name, "dollar")}?`;
      const refusal = { code: "SK301", asked, reason: NO_SUCH_SKILL, candidates: near };
      return { refusal: near.length > 0 ? { ...refusal, help } : refusal };
    }
    return { refusal: { code: "SK301", asked, reason: NO_SUCH_SKILL, candidates: [] } };
  }

  #rivalOf(name: string): string | undefined {
    const key = nameKey(name);
    if (this.#commands.has(key)) return `the host's command \`/${name}\``;
    return this.#connectors.has(key) ? `the connector \`${name}\`` : undefined;
  }

  /** Returns each address in a form that is recognized in a message. */
  #written(addresses: readonly string[], name: string, form: MentionForm): string {
    const { dollar, slashPrefix = "" } = this.#rule;
    const sigil = form === "slash" ? `/${slashPrefix}` : form === "at" ? "@" : dollar ? "$" : `/${slashPrefix}`;
    return addresses
      .map((address) => {
        if (form === "pick") return `\`${address}\``;
        // An id has slashes, so only a link or a pick from a list can contain it.
        if (!address.includes("/")) return `\`${sigil}${address}\``;
        return dollar ? `\`[$${name}](${address})\`` : `\`${address}\` as a pick`;
      })
      .join(", ");
  }
}

const NO_SUCH_SKILL = "there is no such skill";

export function isPlain(name: string): boolean {
  return !/[:@]/.test(name);
}

/** Converts a name such as `Google Drive` to `google-drive`. Messages mention apps in this form. */
function slugOf(name: string): string {
  return nameKey(name)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

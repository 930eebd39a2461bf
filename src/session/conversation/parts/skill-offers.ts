/** Offers skills to the model: the listing, the search, and the skills that a message names. */
import { offeredSkills } from "../../../activate/access/why-refused.ts";
import type { Catalog, CatalogOptions } from "../../../activate/list-catalog.ts";
import { listOpenCatalog } from "../../../activate/list-open-catalog.ts";
import type { MessageResolution, ResolveOptions } from "../../../activate/select/resolve-message.ts";
import type { SkillItem } from "../../../model/conversation/activation.ts";
import type { Actor, OfferedSkill } from "../../../model/conversation/offer.ts";
import type { FoundSkill } from "../../../search/search-skills.ts";
import type { Conversation } from "../conversation.ts";
import { catalogAttributes } from "../events/events.ts";
import { makeRelevantItem } from "../notes.ts";

/** Maximum number of skills that `relevant` adds to a turn. */
const MAX_RELEVANT = 5;

export class SkillOffers {
  readonly #conversation: Conversation;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /**
   * Returns the catalog for the model. The first call fixes its order and its pinned skills, so that prompt caches stay
   * valid.
   */
  async catalog(options: CatalogOptions = {}): Promise<Catalog> {
    const conversation = this.#conversation;
    conversation.look();
    conversation.order ??= { pinned: [...(options.pinned ?? [])], ranking: { ...options.ranking } };
    const { asking, order } = conversation;
    const catalog = await listOpenCatalog(conversation.catalog, {
      ...asking,
      ...this.#toolNames,
      ...options,
      ...order,
    });
    const before = conversation.listed;
    conversation.listed = catalog;
    conversation.events.emitLazily("offered", () => catalogAttributes(catalog, before?.revision === catalog.revision));
    return catalog;
  }

  async cutShort(window?: number): Promise<number> {
    const { counts } = await this.#listing(window);
    return counts.shortened + counts["name-only"] + counts.omitted;
  }

  async search(queries: readonly string[], { k }: { readonly k?: number } = {}): Promise<readonly FoundSkill[]> {
    const { asking, catalog } = this.#conversation;
    this.#conversation.look();
    const { searchSkills } = await import("../../../search/search-skills.ts");
    return searchSkills(catalog, queries, { actor: "model", ...asking, ...(k === undefined ? {} : { k }) });
  }

  async relevant(
    message: string,
    { k = MAX_RELEVANT, window }: { readonly k?: number; readonly window?: number } = {},
  ): Promise<SkillItem | undefined> {
    const { entries } = await this.#listing(window);
    const described = new Set(entries.filter(({ coverage }) => coverage === "full").map(({ address }) => address));
    const found = await this.search([message], { k: k + described.size });
    if (found[0]?.weak) return undefined;
    const others = found.filter(({ address }) => !described.has(address));
    return makeRelevantItem(others.slice(0, k), this.#conversation.tools?.skill, this.#conversation.role);
  }

  offered(actor: Actor): readonly OfferedSkill[] {
    this.#conversation.look();
    return offeredSkills(this.#conversation.catalog.snapshot, { actor, ...this.#conversation.asking });
  }

  async resolve(message: string, options: Partial<ResolveOptions> = {}): Promise<MessageResolution> {
    const { resolveMessage } = await import("../../../activate/select/resolve-message.ts");
    const { catalog, profile, asking } = this.#conversation;
    this.#conversation.look();
    return resolveMessage(message, catalog.snapshot, { profile, ...asking, ...options });
  }

  #listing(window: number | undefined): Promise<Catalog> {
    const { catalog, asking } = this.#conversation;
    return listOpenCatalog(catalog, { ...asking, ...(window === undefined ? {} : { window }) });
  }

  get #toolNames(): Pick<CatalogOptions, "tool" | "searchTool"> {
    const { tools } = this.#conversation;
    if (tools === undefined) return {};
    return { tool: tools.skill, ...(tools.search === undefined ? {} : { searchTool: tools.search }) };
  }
}

/** The skills of one message as they come together: each once, the more authoritative mention first. */
import type { Refusal } from "../../model/conversation/offer.ts";
import type { SkillId } from "../../model/skills/skill.ts";
import { nameKey } from "../../model/text/text.ts";
import type { Form, Refused, Selected } from "./resolution.ts";
import type { ResolvedMention } from "./resolve-mention.ts";

/** A mention with its place and what it is worth. */
export interface RankedMention {
  /** The name, or the target of a link or pick. */
  readonly asked: string;
  readonly form: Form;
  /** Picks, then links, then qualified names, then plain ones. */
  readonly authority: 0 | 1 | 2 | 3;
  readonly arguments?: string;
  readonly start: number;
  readonly end: number;
  readonly settle: () => ResolvedMention | undefined;
}

/** Different skills and refusals that one message may lead to. */
export const MAX_ASKED = 100;
/** Different links and picks that are looked into; a link can turn out to be no mention at all. */
const MAX_LINKS = 1000;
const OWN_MESSAGE = "name it in a message of its own";

export class Selection {
  readonly selected: Selected[] = [];
  readonly refused: Refused[] = [];
  readonly #max: number;
  readonly #byId = new Map<SkillId, number>();
  readonly #byName = new Map<string, number>();
  readonly #tried = new Set<string>();
  readonly #told = new Set<string>();

  /** `max`: skills that one message may bring. */
  constructor(max: number) {
    this.#max = max;
  }

  add(wanted: RankedMention): void {
    const { asked, authority } = wanted;
    const named = authority === 3 ? this.#byName.get(nameKey(asked)) : undefined;
    if (named !== undefined) return this.#again(named, wanted);
    // A link's target is compared as it stands, a name as names are.
    const key = authority < 2 ? ` ${asked}` : nameKey(asked);
    if (this.#tried.has(key)) return;
    const over = this.#limitFor(authority);
    if (over !== undefined) return this.#over(over, wanted);
    this.#tried.add(key);
    const settled = wanted.settle();
    if (settled === undefined) return;
    if ("refusal" in settled) this.refuse(settled.refusal, wanted);
    else this.#take(settled, wanted);
  }

  /** Links are many and cheap to write; however many there are, they do not take the place of names. */
  #limitFor(authority: RankedMention["authority"]): string | undefined {
    if (this.selected.length + this.refused.length >= MAX_ASKED) return `${MAX_ASKED} skills`;
    return authority < 2 && this.#tried.size >= MAX_LINKS ? `${MAX_LINKS} links` : undefined;
  }

  /** Said once, at the first that is left out. */
  #over(limit: string, wanted: RankedMention): void {
    if (this.#told.has(limit)) return;
    this.#told.add(limit);
    const reason = `a message may ask for ${limit}, and this comes after them`;
    this.refuse({ code: "SK315", asked: wanted.asked, reason, help: OWN_MESSAGE, candidates: [] }, wanted);
  }

  refuse(refusal: Refusal, { form, start, end }: Pick<Refused, "form" | "start" | "end">): void {
    this.refused.push({ ...refusal, ...(form ? { form } : {}), start, end });
  }

  #take({ found, by, command }: Extract<ResolvedMention, { found: unknown }>, wanted: RankedMention): void {
    const { id, name } = found.loaded.skill;
    const before = this.#byId.get(id);
    if (before !== undefined) return this.#again(before, wanted);
    if (this.selected.length >= this.#max) {
      const reason = `a message brings ${this.#max === 1 ? "one skill" : `${this.#max} skills`} at most`;
      return this.refuse({ code: "SK315", asked: wanted.asked, reason, help: OWN_MESSAGE, candidates: [] }, wanted);
    }
    this.#byId.set(id, this.selected.length);
    if (!this.#byName.has(nameKey(name))) this.#byName.set(nameKey(name), this.selected.length);
    const { form, start, end } = wanted;
    const given = {
      ...(wanted.arguments === undefined ? {} : { arguments: wanted.arguments }),
      ...(command === undefined ? {} : { command }),
    };
    this.selected.push({ offered: found, by: form === "pick" ? "pick" : by, form, ...given, start, end });
  }

  /** Named once more: only arguments that are still missing count. */
  #again(index: number, { arguments: given }: RankedMention): void {
    const before = this.selected[index] as Selected;
    if (given !== undefined && before.arguments === undefined) this.selected[index] = { ...before, arguments: given };
  }
}

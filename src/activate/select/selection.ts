/** Collects the skills of one message. Each skill is collected once, with its most authoritative mention. */
import type { Refusal } from "../../model/conversation/offer.ts";
import type { SkillId } from "../../model/skills/skill.ts";
import { nameKey } from "../../model/text/text.ts";
import type { MentionForm, RefusedMention, SelectedSkill } from "./resolution.ts";
import type { ResolvedMention } from "./resolve-mention.ts";

/** A mention with its position and priority. */
export interface RankedMention {
  /** The name, or the target of a link or of a pick from a list. */
  readonly asked: string;
  readonly form: MentionForm;
  /** Priority: picks, then links, then qualified names, then plain names. */
  readonly authority: 0 | 1 | 2 | 3;
  readonly arguments?: string;
  readonly start: number;
  readonly end: number;
  readonly resolve: () => ResolvedMention | undefined;
}

/** Maximum different skills and refusals from one message. */
export const MAX_REQUESTED_SKILLS = 100;
/** Maximum different links and picks from a list that are resolved. A link may turn out not to be a mention. */
const MAX_LINKS = 1000;
const OWN_MESSAGE = "name it in a message of its own";

export class Selection {
  readonly selected: SelectedSkill[] = [];
  readonly refused: RefusedMention[] = [];
  readonly #max: number;
  readonly #byId = new Map<SkillId, number>();
  readonly #byName = new Map<string, number>();
  readonly #tried = new Set<string>();
  readonly #told = new Set<string>();

  /** `max`: maximum skills that one message may select. */
  constructor(max: number) {
    this.#max = max;
  }

  add(wanted: RankedMention): void {
    const { asked, authority } = wanted;
    const named = authority === 3 ? this.#byName.get(nameKey(asked)) : undefined;
    if (named !== undefined) return this.#again(named, wanted);
    // Targets of links are compared exactly. Names are compared without case.
    const key = authority < 2 ? ` ${asked}` : nameKey(asked);
    if (this.#tried.has(key)) return;
    const over = this.#limitFor(authority);
    if (over !== undefined) return this.#over(over, wanted);
    this.#tried.add(key);
    const settled = wanted.resolve();
    if (settled === undefined) return;
    if ("refusal" in settled) this.refuse(settled.refusal, wanted);
    else this.#take(settled, wanted);
  }

  /**
   * Returns the reached limit, if there is one. Links have their own limit, so that many links cannot displace names.
   */
  #limitFor(authority: RankedMention["authority"]): string | undefined {
    if (this.selected.length + this.refused.length >= MAX_REQUESTED_SKILLS) return `${MAX_REQUESTED_SKILLS} skills`;
    return authority < 2 && this.#tried.size >= MAX_LINKS ? `${MAX_LINKS} links` : undefined;
  }

  /** Reports a reached limit once, at the first mention that is left out. */
  #over(limit: string, wanted: RankedMention): void {
    if (this.#told.has(limit)) return;
    this.#told.add(limit);
    const reason = `a message activates at most ${limit}; this skill is beyond the limit`;
    this.refuse({ code: "SK315", asked: wanted.asked, reason, help: OWN_MESSAGE, candidates: [] }, wanted);
  }

  refuse(refusal: Refusal, { form, start, end }: Pick<RefusedMention, "form" | "start" | "end">): void {
    this.refused.push({ ...refusal, ...(form ? { form } : {}), start, end });
  }

  #take({ found, by, command }: Extract<ResolvedMention, { found: unknown }>, wanted: RankedMention): void {
    const { id, name } = found.loaded.skill;
    const before = this.#byId.get(id);
    if (before !== undefined) return this.#again(before, wanted);
    if (this.selected.length >= this.#max) {
      const reason = `a message activates ${this.#max === 1 ? "one skill" : `${this.#max} skills`} at most`;
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

  /** Handles a repeated mention. It adds only arguments that are still missing. */
  #again(index: number, { arguments: given }: RankedMention): void {
    const before = this.selected[index] as SelectedSkill;
    if (given !== undefined && before.arguments === undefined) this.selected[index] = { ...before, arguments: given };
  }
}

/** Sorts the mentions of a message by priority, and assigns arguments to them. */
import type { MentionRule } from "../../model/host-profile.ts";
import { isPlain, type MentionResolver, type ResolvedMention } from "./resolve-mention.ts";
import type { ScannedMessage } from "./scan/message.ts";
import type { Mention } from "./scan/scan-mentions.ts";
import type { RankedMention } from "./selection.ts";

/**
 * Sorts by authority, then by position in the message. Skills that the user picked from a list keep the order of the
 * picks.
 */
export function orderMentions(
  message: ScannedMessage,
  mentions: readonly Mention[],
  picks: readonly string[],
  rule: MentionRule,
  settler: MentionResolver,
): RankedMention[] {
  const wanted = [
    ...picks.map(
      (path): RankedMention => ({
        asked: path,
        form: "pick",
        authority: 0,
        ...NOWHERE,
        resolve: () => settler.pick(path),
      }),
    ),
    ...leadingOf(message, mentions, rule, settler),
    ...mentions.filter(({ leading }) => leading === undefined).map((mention) => wantedMention(mention, settler)),
  ];
  return wanted.sort((a, b) => a.authority - b.authority || a.start - b.start);
}

const NOWHERE = { start: 0, end: 0 };

/** Maximum leading slash commands that are read. */
const MAX_STACK = 100;

/**
 * Returns the slash commands at the start of a message, up to the first command that is not a skill. Every command gets
 * the text after the last command as its arguments. The command that is not a skill is also returned if it is the first
 * or has a known name. The user then gets a refusal.
 */
function leadingOf(
  message: ScannedMessage,
  mentions: readonly Mention[],
  rule: MentionRule,
  settler: MentionResolver,
): RankedMention[] {
  const leading = mentions.filter((mention) => mention.leading !== undefined);
  const stack = leading
    .slice(0, Math.min(rule.stack ?? MAX_STACK, MAX_STACK))
    .map((mention) => ({ mention, settled: settler.name(mention.name, "slash") }));
  const stop = stack.findIndex(({ settled }) => settled === undefined || "refusal" in settled);
  const taken = stop === -1 ? stack.length : stop;
  const given = message.text.slice(leading[taken - 1]?.after ?? message.length).trim();
  const wanted = stack
    .filter(({ mention }, index) => index < taken || (index === taken && (mention.known || index === 0)))
    .map(({ mention, settled }, index) => ({
      ...wantedMention(mention, settler, settled),
      ...(index < taken && given !== "" ? { arguments: given } : {}),
    }));
  if (rule.slash !== "anywhere") return wanted;
  const rest = leading.slice(wanted.length).filter(({ known }) => known);
  return [...wanted, ...rest.map((mention) => wantedMention(mention, settler))];
}

function wantedMention(
  mention: Mention,
  settler: MentionResolver,
  settled?: ResolvedMention | undefined,
): RankedMention {
  const { form, name, target, start, end } = mention;
  if (target !== undefined)
    return { asked: target, form, authority: 1, start, end, resolve: () => settler.link(target, name) };
  const resolve = settled ? () => settled : () => settler.name(name, form);
  return { asked: name, form, authority: isPlain(name) ? 3 : 2, start, end, resolve };
}

/** What each event says. Sizes instead of texts: arguments and bodies are the user's business, unless he wants them recorded. */
import type { Catalog } from "../../../activate/list-catalog.ts";
import { oneLine } from "../../../activate/render/escape.ts";
import type { Selected } from "../../../activate/select/resolve-message.ts";
import type { Activation, ShellExpression } from "../../../model/conversation/activation.ts";
import type { Refusal } from "../../../model/conversation/offer.ts";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import type { LedgerEntry } from "../ledger.ts";
import { clip } from "../notes.ts";
import type { EventAttributes } from "./events.ts";

/** Of a name or path that somebody wrote. */
const MAX_CHARACTERS = 200;

export function ofSnapshot({ revision, skills, shadowed, rejected, disabled, ineligible }: Snapshot): EventAttributes {
  return {
    "snapshot.revision": revision,
    "snapshot.loaded": skills.length,
    "snapshot.shadowed": shadowed.length,
    "snapshot.rejected": rejected.length,
    "snapshot.disabled": disabled.length,
    "snapshot.ineligible": ineligible.length,
  };
}

/** Skills that a listing is remembered by; more lines no budget has room for. */
const MAX_LISTED = 5_000;

/** Which skills the model is told of stands there once for each text. */
export function ofCatalog({ revision, format, entries, used, counts }: Catalog, told: boolean): EventAttributes {
  const listed = told ? [] : entries.filter(({ coverage }) => coverage !== "omitted").slice(0, MAX_LISTED);
  return {
    "catalog.revision": revision,
    "catalog.format": format,
    "catalog.skills": entries.length,
    "catalog.tokens": used.tokens,
    "catalog.full": counts.full,
    "catalog.shortened": counts.shortened,
    "catalog.name_only": counts["name-only"],
    "catalog.omitted": counts.omitted,
    ...(told ? {} : { "catalog.listed": listed.map(({ id }) => id).join("\n") }),
  };
}

export function ofSelected({ offered: { address, loaded }, by, form }: Selected): EventAttributes {
  return { "skill.name": address, "skill.id": loaded.skill.id, "select.by": by, "select.form": form };
}

export function ofEntry(entry: LedgerEntry, { text }: Activation): EventAttributes {
  return {
    "session.turn": entry.turn,
    "skill.name": entry.address,
    "skill.id": entry.id,
    "skill.digest": entry.digest,
    "skill.revision": entry.revision,
    "skill.actor": entry.actor,
    "skill.survival": entry.survival,
    "skill.depth": entry.chain.length,
    "skill.repeated": entry.repeated,
    "skill.arguments.characters": entry.arguments?.length ?? 0,
    "skill.text.characters": text.length,
  };
}

/** Only where it was asked for. */
export function ofContent({ arguments: given, text }: Activation): EventAttributes {
  return { ...(given === undefined ? {} : { "skill.arguments": given }), "skill.text": text };
}

/** A command of a text that was run; what it was, only where it was asked for. */
export function ofExpression(
  { command, line, failed }: ShellExpression,
  address: string,
  recordContent: boolean,
): EventAttributes {
  return {
    "skill.name": address,
    "command.kind": "expression",
    "command.line": line,
    "command.ended": failed === undefined ? "well" : "failed",
    ...(recordContent ? { "command.what": short(command) } : {}),
  };
}

export function ofRefusal({ asked, code, reason }: Refusal, actor: string): EventAttributes {
  return { "skill.asked": short(asked), "skill.actor": actor, "refusal.code": code, "refusal.reason": short(reason) };
}

export function ofWarning({ code, severity, message }: Diagnostic, address: string): EventAttributes {
  return {
    "skill.name": address,
    "diagnostic.code": code,
    "diagnostic.severity": severity,
    "diagnostic.message": short(message),
  };
}

export function ofResource(asked: string, path: string, bytes: number): EventAttributes {
  return { "skill.asked": short(asked), "resource.path": short(path), "resource.bytes": bytes };
}

function short(text: string): string {
  return clip(oneLine(text), MAX_CHARACTERS);
}

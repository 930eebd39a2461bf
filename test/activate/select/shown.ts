/** Formats a resolution in a few words. */
import {
  type MessageResolution,
  type ResolveOptions,
  resolveMessage,
} from "../../../src/activate/select/resolve-message.ts";
import { skillwright } from "../../../src/hosts/profiles/skillwright.ts";
import type { MentionRule } from "../../../src/model/host-profile.ts";
import type { Snapshot } from "../../../src/model/skills/snapshot.ts";

export type Asked = Partial<Omit<ResolveOptions, "profile">> & { readonly mentions?: MentionRule };

export const ANYWHERE: MentionRule = { dollar: true, slash: "anywhere", at: true };

export function resolve(message: string, snapshot: Snapshot, { mentions, ...options }: Asked = {}): MessageResolution {
  return resolveMessage(message, snapshot, {
    profile: mentions ? { ...skillwright, mentions } : skillwright,
    ...options,
  });
}

/** Returns `pdf` with its arguments in brackets for a selected skill, and `SK310 pdf` for a refused one. */
export function shown({ selected, refused }: MessageResolution): string[] {
  return [
    ...selected.map((each) => each.offered.address + (each.arguments === undefined ? "" : ` (${each.arguments})`)),
    ...refused.map(({ code, asked }) => `${code} ${asked}`),
  ];
}

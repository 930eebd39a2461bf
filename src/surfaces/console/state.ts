/** State that all views share: the current address, the server's properties, and the number of changes it reported. */
import { signal } from "@preact/signals";
import type { ServerInfo } from "./answers.ts";
import { getJson } from "./ask.ts";
import { hashOf, readAddress, type View, type ViewAddress } from "./view-address.ts";

export const address = signal<ViewAddress>(readAddress(location.hash));
export const about = signal<ServerInfo | undefined>(undefined);
/** Increases with every change. Views request their data again. */
export const changeCount = signal(0);
export const isConnected = signal<"live" | "waiting">("waiting");
/** A message for screen readers, which is also shown for a while. */
export const announcement = signal("");
export const helpOpen = signal(false);

export interface ListMover {
  move(by: number): void;
  edge(last: boolean): void;
  open(): void;
}
/** The list in which the keys j and k move. */
export const listMover = signal<ListMover | undefined>(undefined);
/** Switches between tabs when the user presses `[` or `]`. */
export const tabs = signal<((by: number) => void) | undefined>(undefined);

export function goTo(view: View, at: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = hashOf(view, at);
}

/** Changes the selection within the same view without a new history entry. */
export function replaceSelection(at: Readonly<Record<string, string | undefined>>): void {
  const { view, at: before } = address.value;
  history.replaceState(null, "", hashOf(view, { ...before, ...at }));
  address.value = readAddress(location.hash);
}

export async function askAbout(): Promise<void> {
  about.value = await getJson<ServerInfo>("/api/about").catch(() => about.value);
}

const NOTICE_MS = 6000;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

export function announce(words: string): void {
  announcement.value = words;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => {
    announcement.value = "";
  }, NOTICE_MS);
}

/** Makes all views request their data again. It is called after a change by this page or by another client. */
export function refreshViews(): void {
  changeCount.value++;
  void askAbout();
}

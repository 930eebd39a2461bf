/** State that all views share: the current address, the server's properties, and the number of reported changes. */
import { signal } from "@preact/signals";
import type { ServerInfo } from "./answers.ts";
import { getJson } from "./ask.ts";
import { hashOf, readAddress, type View, type ViewAddress } from "./view-address.ts";

export const address = signal<ViewAddress>(readAddress(location.hash));
export const serverProperties = signal<ServerInfo | undefined>(undefined);
/** Number of changes so far. Views request their data again when it increases. */
export const changeCount = signal(0);
export const isConnected = signal<"live" | "waiting">("waiting");
/** A message for screen readers. It is also visible for a short time. */
export const announcement = signal("");
export const isHelpOpen = signal(false);

export interface ListMover {
  move(by: number): void;
  edge(last: boolean): void;
  open(): void;
}
/** The list in which the keys j and k move the focus. */
export const listMover = signal<ListMover | undefined>(undefined);
/** Switches between tabs when the user presses `[` or `]`. */
export const moveTab = signal<((by: number) => void) | undefined>(undefined);

export function goTo(view: View, at: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = hashOf(view, at);
}

/**
 * Changes the selection within the current view. It replaces the entry in the browser's history instead of adding one.
 */
export function replaceSelection(at: Readonly<Record<string, string | undefined>>): void {
  const { view, at: before } = address.value;
  history.replaceState(null, "", hashOf(view, { ...before, ...at }));
  address.value = readAddress(location.hash);
}

export async function loadServerInfo(): Promise<void> {
  serverProperties.value = await getJson<ServerInfo>("/api/about").catch(() => serverProperties.value);
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
  void loadServerInfo();
}

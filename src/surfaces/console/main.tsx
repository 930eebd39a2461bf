/**
 * The console: a page that asks the server it came from, and shows what that says. In: the answers of `/api`; out: what is on
 * the screen. It decides nothing about skills, keeps nothing but the colours, and loads nothing from anywhere else.
 */
import { render } from "preact";
import { App } from "./app.tsx";
import { handleKeys } from "./handle-keys.ts";
import { listen } from "./listen.ts";
import { askAbout, mover, place, tabs } from "./state.ts";
import { currentTheme, showTheme } from "./theme.ts";
import { readPlace } from "./view-address.ts";

showTheme(currentTheme());
addEventListener("hashchange", () => {
  const before = place.value;
  place.value = readPlace(location.hash);
  if (before.view === place.value.view) return;
  mover.value = undefined;
  tabs.value = undefined;
});
handleKeys();
listen();
void askAbout();

const root = document.getElementById("app");
if (root) render(<App />, root);

/**
 * The console: a page that shows the answers of `/api`. It makes no decisions about skills. It stores only the theme,
 * and loads nothing from other servers.
 */
import { render } from "preact";
import { App } from "./app.tsx";
import { handleKeys } from "./handle-keys.ts";
import { listen } from "./listen.ts";
import { address, askAbout, listMover, tabs } from "./state.ts";
import { currentTheme, showTheme } from "./theme.ts";
import { readAddress } from "./view-address.ts";

showTheme(currentTheme());
addEventListener("hashchange", () => {
  const before = address.value;
  address.value = readAddress(location.hash);
  if (before.view === address.value.view) return;
  listMover.value = undefined;
  tabs.value = undefined;
});
handleKeys();
listen();
void askAbout();

const root = document.getElementById("app");
if (root) render(<App />, root);

/**
 * The console: a page that shows the answers of `/api`. It makes no decisions about skills. It stores only the theme,
 * and loads nothing from other servers.
 */
import { render } from "preact";
import { App } from "./app.tsx";
import { handleKeys } from "./handle-keys.ts";
import { listenToServer } from "./listen.ts";
import { address, listMover, loadServerInfo, moveTab } from "./state.ts";
import { currentTheme, showTheme } from "./theme.ts";
import { readAddress } from "./view-address.ts";

showTheme(currentTheme());
addEventListener("hashchange", () => {
  const before = address.value;
  address.value = readAddress(location.hash);
  if (before.view === address.value.view) return;
  listMover.value = undefined;
  moveTab.value = undefined;
});
handleKeys();
listenToServer();
void loadServerInfo();

const root = document.getElementById("app");
if (root) render(<App />, root);

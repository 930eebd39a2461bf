/** The key under which the browser stores the theme: light, dark, or the system's theme. */
const KEY = "skillwright-theme";
const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function currentTheme(): Theme {
  const kept = stored();
  return THEMES.find((theme) => theme === kept) ?? "system";
}

export function nextTheme(): Theme {
  const next = THEMES[(THEMES.indexOf(currentTheme()) + 1) % THEMES.length] ?? "system";
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // If the browser cannot store the theme, the theme lasts until the page is closed.
  }
  showTheme(next);
  return next;
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return document.documentElement.dataset["theme"] ?? null;
  }
}

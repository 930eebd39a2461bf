/** Light, dark, or as the system has it. */
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
    // A browser that keeps nothing still shows it until the page is closed.
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

/** The look of the page. */
export type Theme = "light" | "dark";

const KEY = "logbook.theme";
const darkSystem = () => window.matchMedia("(prefers-color-scheme: dark)");

const system = (): Theme => (darkSystem().matches ? "dark" : "light");

/** The theme that shows: the chosen one, else the system's. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : system();
}

/** Shows a theme and keeps the choice, which the page reads before it is first shown; choosing what the system has follows the system again. */
export function chooseTheme(theme: Theme): void {
  show(theme === system() ? null : theme);
  try {
    if (theme === system()) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {}
}

/** Calls `listener` whenever the theme that shows may have changed; returns what ends that. */
export function subscribeTheme(listener: () => void): () => void {
  const system = darkSystem();
  system.addEventListener("change", listener);
  listeners.add(listener);
  return () => {
    system.removeEventListener("change", listener);
    listeners.delete(listener);
  };
}

const listeners = new Set<() => void>();

function show(theme: Theme | null): void {
  if (theme === null) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

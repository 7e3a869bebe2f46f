import { useMediaQuery } from "../browser/use-media-query.ts";
import { createStore } from "../store/create-store.ts";
import { useStore } from "../store/use-store.ts";

/** The look of the page. */
export type Theme = "light" | "dark";

const STORAGE_KEY = "logbook.theme";
const PREFERS_DARK = "(prefers-color-scheme: dark)";

/** The theme that the user chose; `null` follows the system. `first.js` puts it on `<html>` before the first paint. */
const chosenTheme = createStore(readChosenTheme());

function readChosenTheme(): Theme | null {
  const theme = globalThis.document?.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : null;
}

/** The theme that the page shows: the chosen one, else the system's. */
export function useTheme(): Theme {
  const chosen = useStore(chosenTheme, null);
  const isSystemDark = useMediaQuery(PREFERS_DARK);
  return chosen ?? (isSystemDark ? "dark" : "light");
}

/** Shows a theme and saves the choice. Choosing the system's own theme follows the system again. */
export function chooseTheme(theme: Theme): void {
  const isSystemTheme = (theme === "dark") === matchMedia(PREFERS_DARK).matches;
  const { dataset } = document.documentElement;
  if (isSystemTheme) delete dataset.theme;
  else dataset.theme = theme;
  chosenTheme.set(isSystemTheme ? null : theme);
  try {
    if (isSystemTheme) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // The browser forbids storage: the choice lasts for this visit.
  }
}

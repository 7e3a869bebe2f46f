import { useMediaQuery } from "../browser/use-media-query.ts";
import { createStore, useStore } from "../store/store.ts";
import { Icon } from "../ui/icon.tsx";

type Theme = "light" | "dark";

const STORAGE_KEY = "logbook.theme";
const PREFERS_DARK = "(prefers-color-scheme: dark)";

/** The theme that the user chose; `null` follows the system. `first.js` puts it on `<html>` before the first paint. */
const chosenTheme = createStore(readChosenTheme());

function readChosenTheme(): Theme | null {
  // On the server there is no `document`.
  const theme = globalThis.document?.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : null;
}

/** Shows a theme and saves the choice. If the system has the same theme, the page follows the system again. */
function chooseTheme(theme: Theme): void {
  const systemTheme = matchMedia(PREFERS_DARK).matches ? "dark" : "light";
  const isSystemTheme = theme === systemTheme;
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

export function ThemeSwitch({ tabIndex }: { tabIndex?: number }) {
  const systemTheme = useMediaQuery(PREFERS_DARK) ? "dark" : "light";
  // `null` while hydrating: the server does not know the chosen theme.
  const shownTheme = useStore(chosenTheme, null) ?? systemTheme;
  const otherTheme = shownTheme === "light" ? "dark" : "light";
  const label = `Switch to the ${otherTheme} theme`;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      data-tooltip={label}
      aria-label={label}
      className="on-cover inline-grid size-11 shrink-0 place-items-center rounded-md max-[22rem]:size-10 motion-safe:transition-colors hover:bg-cover-edge sm:size-10"
      onClick={() => chooseTheme(otherTheme)}
    >
      {/* The stylesheet shows one of the two icons: the server does not know the theme when it renders them. */}
      <Icon name="moon" className="col-start-1 row-start-1 size-5 bg-[light-dark(currentcolor,transparent)]" />
      <Icon name="sun" className="col-start-1 row-start-1 size-5 bg-[light-dark(transparent,currentcolor)]" />
    </button>
  );
}

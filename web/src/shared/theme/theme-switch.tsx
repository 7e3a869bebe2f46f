import { Icon } from "../ui/icon.tsx";
import { chooseTheme, useTheme } from "./theme.ts";

/** The button that switches between the light and the dark theme. */
export function ThemeSwitch() {
  const theme = useTheme();
  const other = theme === "light" ? "dark" : "light";
  const label = `Switch to the ${other} theme`;
  return (
    <button
      type="button"
      data-tooltip={label}
      aria-label={label}
      className="on-cover inline-grid size-11 shrink-0 place-items-center rounded-md motion-safe:transition-colors hover:bg-cover-edge sm:size-10"
      onClick={() => chooseTheme(other)}
    >
      {/* The stylesheet shows one of the two: the server does not know the theme when it renders them. */}
      <Icon name="moon" className="col-start-1 row-start-1 size-5 bg-[light-dark(currentcolor,transparent)]" />
      <Icon name="sun" className="col-start-1 row-start-1 size-5 bg-[light-dark(transparent,currentcolor)]" />
    </button>
  );
}

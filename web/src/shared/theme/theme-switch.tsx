import { Moon, Sun } from "../ui/icons.tsx";
import { chooseTheme, useTheme } from "./theme.ts";

/** Changes between the light and the dark look. */
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
      {/* Both, the stylesheet shows one: what the server draws does not know the theme. */}
      <Moon aria-hidden="true" className="col-start-1 row-start-1 size-5 bg-[light-dark(currentcolor,transparent)]" />
      <Sun aria-hidden="true" className="col-start-1 row-start-1 size-5 bg-[light-dark(transparent,currentcolor)]" />
    </button>
  );
}

import type { User } from "@logbook/domain";
import { useEffectEvent, useLayoutEffect, useState } from "react";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { isDialogOpen, isTextControl, shortcutKey } from "../../shared/ui/keys.ts";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { areKeysOn } from "./keys-setting.ts";

const dialogCode = lazyResource(() => import("./keys-dialog.tsx"));
const arrowsCode = lazyResource(() => import("./arrow-groups.ts"));

// The code is called at once when it is there: of two quick keys, the second must find what the first one has done.
const shortcutsCode: { loaded: typeof import("./shortcuts.ts") | null } = { loaded: null };

declare global {
  /** The keys pressed before the page was hydrated, in order; recorded by `first.js`. */
  var logbookKeys: KeyboardEvent[];
}

/** Listens for single keys, such as `j`, on a member's screen. What they do is loaded with the first one. */
export function KeyListener({ user }: { user: User }) {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Tab" || event.key.startsWith("Arrow")) {
      // Loads with the first Tab, by which somebody comes to a group.
      arrowsCode.load();
      const arrows = arrowsCode.get();
      if (arrows.kind === "loaded") arrows.code.moveInArrowGroup(event);
    }
    const key = shortcutKey(event);
    if (key === null || event.defaultPrevented || isTextControl(event.target) || isDialogOpen()) return;
    const { activeElement } = document;
    // In a select, letters choose an option. Enter opens the report whose heading has the focus.
    if (activeElement?.matches("select") || (key === "Enter" && !activeElement?.matches("h3"))) return;
    if (!areKeysOn()) return;
    // Without this, Firefox would search in the page.
    if (key === "/") event.preventDefault();
    const press = { isRepeated: event.repeat, isAdmin: user.isAdmin, openHelp: () => setIsHelpOpen(true) };
    const { loaded } = shortcutsCode;
    if (loaded) return loaded.pressShortcut(key, press);
    import("./shortcuts.ts").then(
      (code) => {
        shortcutsCode.loaded = code;
        // While the code was loading, an earlier key may have moved the focus into the search or a form.
        if (!isTextControl(document.activeElement) && !isDialogOpen()) code.pressShortcut(key, press);
      },
      () => announce("The keys could not be loaded. Please check your connection and reload the page."),
    );
  });
  // A layout effect, so that no key is lost between the first frame and an effect after it.
  useLayoutEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    for (const event of globalThis.logbookKeys.splice(0)) onKeyDown(event);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    isHelpOpen && (
      <LazyPart code={dialogCode} modal>
        {({ KeysDialog }) => <KeysDialog user={user} close={() => setIsHelpOpen(false)} />}
      </LazyPart>
    )
  );
}

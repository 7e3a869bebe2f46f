import { writeStored } from "../session/local-storage.ts";
import { createStore, useStore } from "../store/store.ts";

/** The parts of the dashboard's layout that a member can choose. The stylesheet has the rules for each. */
export type LayoutChoice = "rows" | "summary-folded" | "filters-folded";

/** `first.js` reads the value of this key before the first paint. */
const STORAGE_KEY = "logbook.layout";
const NO_CHOICES: readonly LayoutChoice[] = [];

/**
 * The choices made in this browser, the same as in `data-layout` of `<html>`. Only the stylesheet reads that attribute,
 * so the list's markup is the same for all layouts: from the server, from the cache and from React.
 */
const choices = createStore(readChoices());

function readChoices(): readonly LayoutChoice[] {
  const words = globalThis.document?.documentElement.dataset.layout;
  return words ? (words.split(" ") as LayoutChoice[]) : NO_CHOICES;
}

/** Whether this layout is chosen, and a function that chooses it or not, for this visit and later ones. */
export function useLayoutChoice(choice: LayoutChoice): [isChosen: boolean, choose: (isChosen: boolean) => void] {
  // The server does not know the choices when it renders.
  const isChosen = useStore(choices, NO_CHOICES).includes(choice);
  return [isChosen, (isChosen) => setChoice(choice, isChosen)];
}

function setChoice(choice: LayoutChoice, isChosen: boolean): void {
  const others = choices.get().filter((other) => other !== choice);
  const next = isChosen ? [...others, choice] : others;
  document.documentElement.dataset.layout = next.join(" ");
  choices.set(next);
  writeStored(STORAGE_KEY, next.length > 0 ? next.join(" ") : null);
}

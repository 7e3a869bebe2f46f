import { writeStored } from "../../shared/session/local-storage.ts";
import { createStore, useStore } from "../../shared/store/store.ts";

/** The layouts of the dashboard that a member can choose, in any combination. The stylesheet has the rules for each. */
export type LayoutChoice = "rows" | "summary-folded" | "filters-folded";

/** `first.js` reads the value of this key before the first paint. */
const STORAGE_KEY = "logbook.layout";
const NO_CHOICES: readonly LayoutChoice[] = [];

/**
 * The choices made in this browser, as in `data-layout` of `<html>`. The stylesheet lays out the list by that
 * attribute, so the list's markup is the same for all layouts: from the server, from the cache and from React.
 */
const choices = createStore(readChoices());

function readChoices(): readonly LayoutChoice[] {
  // On the server there is no `document`.
  const attributeValue = globalThis.document?.documentElement.dataset.layout;
  return attributeValue ? (attributeValue.split(" ") as LayoutChoice[]) : NO_CHOICES;
}

/** Whether this layout is chosen, and a function that changes the choice for this visit and for later visits. */
export function useLayoutChoice(choice: LayoutChoice): [isChosen: boolean, setIsChosen: (isChosen: boolean) => void] {
  // The server does not know the choices when it renders.
  const isChosen = useStore(choices, NO_CHOICES).includes(choice);
  return [isChosen, (isChosen) => setChoice(choice, isChosen)];
}

function setChoice(choice: LayoutChoice, isChosen: boolean): void {
  const otherChoices = choices.get().filter((storedChoice) => storedChoice !== choice);
  const newChoices = isChosen ? [...otherChoices, choice] : otherChoices;
  const attributeValue = newChoices.join(" ");
  document.documentElement.dataset.layout = attributeValue;
  choices.set(newChoices);
  // `null` removes the key.
  writeStored(STORAGE_KEY, attributeValue === "" ? null : attributeValue);
}

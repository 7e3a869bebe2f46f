import { announce } from "../../shared/ui/announcer.tsx";
import { toggleFollow } from "../news/index-lazy.ts";

/** What a key needs to know besides the page. */
interface Press {
  /** Whether the key is held, so that the keyboard repeats it. */
  isRepeated: boolean;
  isAdmin: boolean;
  openHelp: () => void;
}

interface Shortcut {
  /** The character that the key types, or `Enter`. A capital letter is the letter with Shift. */
  key: string;
  /** The key in the dialog, if it has another name there. */
  shownKey?: string;
  label: string;
  isForAdmins?: true;
  /** Whether holding the key does it again and again. */
  mayRepeat?: true;
  run: (press: Press) => void;
}

/** All single keys, in the order of the dialog. Key codes and modifiers: `shared/ui/keys.ts`. */
export const SHORTCUTS: readonly Shortcut[] = [
  { key: "/", label: "Search", run: () => focusFirst('input[type="search"]') },
  { key: "j", label: "Next report of the list", mayRepeat: true, run: () => moveBy(1) },
  { key: "k", label: "Previous report of the list", mayRepeat: true, run: () => moveBy(-1) },
  { key: "Enter", label: "Open the report", run: () => withReport((report) => click(report, "h3 a[data-report]")) },
  { key: "v", label: "Vote for the report, or take the vote back", run: () => pressInReport("v") },
  { key: ".", label: "Follow the report, or stop following it", run: () => withReport(followOrStop) },
  { key: "]", label: "One step forward: the report, or those selected", isForAdmins: true, run: stepForward },
  { key: "[", label: "One step back", isForAdmins: true, run: () => pressInReport("[") },
  { key: "x", label: "Select the report", isForAdmins: true, run: () => pressInReport("x") },
  {
    key: "X",
    shownKey: "Shift X",
    label: "Select all from the last selected report to this one",
    isForAdmins: true,
    run: () => pressInReport("x", { shiftKey: true }),
  },
  { key: "b", label: "Report a bug", run: () => openForm("b") },
  { key: "f", label: "Request a feature", run: () => openForm("f") },
  { key: "?", label: "Show these keys", run: ({ openHelp }) => openHelp() },
];

/** Does what the key stands for; nothing if it is no shortcut, or one for admins only. */
export function pressShortcut(key: string, press: Press): void {
  const shortcut = SHORTCUTS.find((each) => each.key === key);
  if (shortcut === undefined || (shortcut.isForAdmins && !press.isAdmin)) return;
  if (!press.isRepeated || shortcut.mayRepeat) shortcut.run(press);
}

/** The first such element that is shown: the list stays in the page, hidden, behind the page of a report. */
const findShown = (selector: string, root: ParentNode = document): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());

const shownCards = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>("[data-card]")].filter((card) => card.checkVisibility());

/** The card with the focus, or the report whose page is shown. */
const currentReport = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-card]") ?? findShown("[data-report-page]");

function withReport(run: (report: HTMLElement) => void): void {
  const report = currentReport();
  if (report) run(report);
  else announce("Go to a report first, with the key j.");
}

function click(root: ParentNode, selector: string, modifiers: MouseEventInit = {}): void {
  // In the layout of rows the buttons are hidden, but work.
  const element = root.querySelector(selector);
  element?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...modifiers }));
}

/** Presses the report's control that has this `data-shortcut`. */
const pressInReport = (key: string, modifiers?: MouseEventInit): void =>
  withReport((report) => click(report, `[data-shortcut="${key}"]`, modifiers));

function focusFirst(selector: string, root?: ParentNode): void {
  findShown(selector, root)?.focus();
}

function moveBy(distance: 1 | -1): void {
  const cards = shownCards();
  const index = cards.findIndex((card) => card.contains(document.activeElement));
  // Without a focused card, begin with the first one that is in the window.
  const card = index < 0 ? cards.find((each) => each.getBoundingClientRect().bottom > 0) : cards[index + distance];
  if (card === undefined) {
    if (cards.length > 0) announce(distance > 0 ? "This is the last report here." : "This is the first report here.");
    return;
  }
  card.querySelector<HTMLElement>("h3")?.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

function stepForward(): void {
  const [bulkStep, ...others] = [...document.querySelectorAll<HTMLElement>("[data-bulk-step]")].filter((button) =>
    button.checkVisibility(),
  );
  if (bulkStep === undefined) pressInReport("]");
  else if (others.length === 0) bulkStep.click();
  // The selected reports have different next steps: the user chooses one.
  else bulkStep.focus();
}

function openForm(key: string): void {
  const button = findShown(`[data-shortcut="${key}"]`);
  if (button?.getAttribute("aria-expanded") === "false") {
    // A form that opens takes the focus from its button.
    button.focus();
    button.click();
    return;
  }
  const form = document.getElementById(button?.getAttribute("aria-controls") ?? "");
  if (form) focusFirst("input, textarea", form);
}

function followOrStop({ dataset }: HTMLElement): void {
  void toggleFollow((dataset.card ?? dataset.reportPage)!);
}

/**
 * The way down to an element, as places among siblings: it leads to the same element of the same tree drawn anew. From the
 * `entry` it is in, by its id, which may stand elsewhere in a newer list, or from the root.
 */
interface Way {
  entry: string | undefined;
  steps: number[];
}

function wayTo(element: Element, root: Element): Way {
  const entry = element.closest<HTMLElement>("[data-entry]");
  const from = entry ?? root;
  const steps: number[] = [];
  for (let at = element; at !== from && at.parentElement; at = at.parentElement)
    steps.unshift(Array.from(at.parentElement.children).indexOf(at));
  return { entry: entry?.dataset.entry, steps };
}

function follow({ entry, steps }: Way, root: Element): Element | undefined {
  const from = entry === undefined ? root : root.querySelector(`[data-entry="${CSS.escape(entry)}"]`);
  return steps.reduce<Element | undefined>((at, step) => at?.children[step], from ?? undefined);
}

const presses: { way: Way; text: string }[] = [];

declare global {
  /** What was pressed before React came, in order; kept by the page's own script (`first.js`). */
  var logbookPressed: Element[];
}

/** Remembers the buttons that are pressed in what stands there before React comes. */
export function rememberPresses(root: HTMLElement): void {
  const remember = (target: Element) => {
    const button = target.closest("button");
    if (button && root.contains(button)) presses.push({ way: wayTo(button, root), text: button.textContent });
  };
  globalThis.logbookPressed.forEach(remember);
  root.addEventListener("click", ({ target }) => remember(target as Element));
}

/** Presses the same buttons where React has drawn them. */
export async function pressAgain(root: HTMLElement): Promise<void> {
  // All are found before a press moves any.
  const again = presses.splice(0).map(({ way, text }) => ({ button: follow(way, root), text }));
  for (const { button, text } of again) {
    // In a newer list it may have come to mean something else, such as the step after the one that was meant.
    if (button instanceof HTMLButtonElement && button.textContent === text) button.click();
    // React draws what a press does before that: the next one may be of the same button.
    await Promise.resolve();
  }
}

/** Notes the focus and what was typed or chosen under a root; the function that is returned does the same under another. */
export function noteDoings(root: HTMLElement): (anew: HTMLElement) => void {
  const focused = root.contains(document.activeElement) ? wayTo(document.activeElement!, root) : null;
  const typed = Array.from(root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea"))
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((box) => ({ way: wayTo(box, root), value: box.value, start: box.selectionStart, end: box.selectionEnd }));
  const chosen = Array.from(root.querySelectorAll("select"))
    .filter(({ selectedOptions }) => selectedOptions[0]?.defaultSelected === false)
    .map((select) => ({ way: wayTo(select, root), value: select.value }));
  return (anew) => {
    for (const { way, value, start, end } of typed) {
      const box = follow(way, anew);
      if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) continue;
      fill(box, value, "input");
      box.setSelectionRange(start, end);
    }
    for (const { way, value } of chosen) {
      const select = follow(way, anew);
      if (select instanceof HTMLSelectElement) fill(select, value, "change");
    }
    const element = focused && follow(focused, anew);
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  };
}

/** Sets a control's value as typing does: past React's own setter, so that it sees a change. */
function fill(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string, event: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")!.set!.call(control, value);
  control.dispatchEvent(new Event(event, { bubbles: true }));
}

/** The way down from a root to an element, as places among siblings: it leads to the same element of the same tree drawn anew. */
type Way = number[];

function wayTo(element: Element, root: Element): Way {
  const way: Way = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    way.unshift(Array.from(at.parentElement.children).indexOf(at));
  return way;
}

function follow(way: Way, root: Element): Element | undefined {
  return way.reduce<Element | undefined>((at, step) => at?.children[step], root);
}

let pressed: Way | null = null;

declare global {
  /** What was pressed last in the picture that the page's own script put back (`first.js`). */
  var logbookPressed: Element | undefined;
}

/** Remembers the button that was pressed last in what stands there before React comes. */
export function rememberPresses(root: HTMLElement): void {
  const remember = (target: Element | undefined) => {
    const button = target?.closest("button");
    if (button && root.contains(button)) pressed = wayTo(button, root);
  };
  remember(globalThis.logbookPressed);
  root.addEventListener("click", ({ target }) => remember(target as Element));
}

/** Presses the same button where React has drawn it. */
export function pressAgain(root: HTMLElement): void {
  const button = pressed && follow(pressed, root);
  pressed = null;
  if (button instanceof HTMLButtonElement) button.click();
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

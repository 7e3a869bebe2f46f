const STEPS: Readonly<Record<string, 1 | -1 | undefined>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Moves the focus by arrow keys in an element with `data-arrows`, a group that is one stop of Tab. Its members are the
 * links and buttons with a `tabIndex`: one of them, which is always there, has the `tabIndex` 0, the others have -1. In
 * a group with `data-arrows="list"` the vertical arrows move, too.
 */
export function moveInArrowGroup(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (!(target instanceof HTMLElement) || !target.matches(":is(a, button)[tabindex]")) return;
  const group = target.closest<HTMLElement>("[data-arrows]");
  if (group === null || ctrlKey || metaKey || altKey) return;
  const members = [...group.querySelectorAll<HTMLElement>(":is(a, button)[tabindex]")].filter((member) =>
    member.checkVisibility(),
  );
  if (key === "Tab") {
    const stop = members.find(({ tabIndex }) => tabIndex === 0);
    if (stop === undefined || stop === target) return;
    // Until the browser has moved the focus: Tab leaves the group, also if its stop is still to come.
    stop.tabIndex = -1;
    setTimeout(() => {
      stop.tabIndex = 0;
    });
    return;
  }
  const step = STEPS[key];
  const isVertical = key === "ArrowDown" || key === "ArrowUp";
  if (step === undefined || shiftKey || (isVertical && group.dataset.arrows !== "list")) return;
  event.preventDefault();
  members.at((members.indexOf(target) + step) % members.length)?.focus();
}

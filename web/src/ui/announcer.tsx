import { useEffect, useState, useSyncExternalStore } from "react";

/** What can be done about a message: a button beside it. */
export interface MessageAction {
  label: string;
  run: () => void;
}

/** What was last said, with a number so that the same words twice are two messages. */
interface Message {
  text: string;
  action?: MessageAction | undefined;
  turn: number;
}

let current: Message = { text: "", turn: 0 };
const listeners = new Set<() => void>();

const now = () => current;
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says the result of an action to everybody: read out politely, and shown for a few seconds at the foot of the page. */
export function announce(text: string, action?: MessageAction): void {
  current = { text, action, turn: current.turn + 1 };
  for (const listener of listeners) listener();
}

/** Takes away what was last said. */
export function hush(): void {
  current = { text: "", turn: current.turn + 1 };
  for (const listener of listeners) listener();
}

const SHOWN_MS = 6_000;
// Somebody has to find the button first, by keyboard too.
const WITH_ACTION_MS = 20_000;

/** The one live region; stands once in the app, and stays mounted. */
export function Announcer() {
  const { text, action, turn } = useSyncExternalStore(subscribe, now, now);
  const [gone, setGone] = useState(0);
  const [held, setHeld] = useState(0);
  const isHeld = held === turn;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => setGone(turn), action ? WITH_ACTION_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [turn, action, isHeld]);
  const shown = gone === turn ? "" : text;
  const hold = () => setHeld(turn);
  const release = () => setHeld(0);
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex justify-center print:hidden">
      <div
        className={
          shown &&
          "arrive flex max-w-prose items-center gap-4 rounded-md border-flag border-l-4 bg-cover px-4 py-2 text-on-cover text-sm shadow-raised"
        }
      >
        <div role="status" aria-live="polite" className="wrap-anywhere min-w-0 font-medium">
          {shown && (
            <p key={turn} className="arrive">
              {shown}
            </p>
          )}
        </div>
        {shown && action && (
          <button
            type="button"
            className="on-cover pointer-events-auto min-h-10 shrink-0 rounded-md border border-cover-line px-3 font-semibold hover:bg-cover-edge"
            onPointerEnter={hold}
            onPointerLeave={release}
            onFocus={hold}
            onBlur={release}
            onClick={() => {
              setGone(turn);
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
    </div>
  );
}

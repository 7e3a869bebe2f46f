import { useEffect, useState, useSyncExternalStore } from "react";

/** What was last said, with a number so that the same words twice are two messages. */
interface Message {
  text: string;
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
export function announce(text: string): void {
  current = { text, turn: current.turn + 1 };
  for (const listener of listeners) listener();
}

const SHOWN_MS = 6_000;

/** The one live region; stands once in the app, and stays mounted. */
export function Announcer() {
  const message = useSyncExternalStore(subscribe, now, now);
  const [gone, setGone] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setGone(message.turn), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message.turn]);
  const shown = gone === message.turn ? "" : message.text;
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex justify-center print:hidden"
    >
      {shown && (
        <p
          key={message.turn}
          className="arrive max-w-prose rounded-md border-flag border-l-4 bg-cover px-4 py-2 font-medium text-on-cover text-sm shadow-raised"
        >
          {shown}
        </p>
      )}
    </div>
  );
}

import {
  type FocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { X } from "./icons.tsx";

/** What can be done about a message: a button beside it, or Ctrl+Z, of which `byKey` tells a listener. */
export interface MessageAction {
  label: string;
  byKey: string;
  run: () => void;
}

/** A message, with a number so that the same words twice are two messages. */
interface Message {
  text: string;
  action?: MessageAction | undefined;
  turn: number;
}

let turns = 0;
const message = (text: string, action?: MessageAction): Message => {
  turns += 1;
  return { text, action, turn: turns };
};
const silence = () => ({ offer: message(""), word: message("") });

// What can be taken back stands for itself, or 'Page 2' would take 'Undo' away before its time.
let current: { offer: Message; word: Message } = silence();
const listeners = new Set<() => void>();

const now = () => current;
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const change = (next: typeof current) => {
  current = next;
  for (const listener of listeners) listener();
};

/**
 * Says the result of an action to everybody: read out politely, and shown for a few seconds at the foot of the page. With
 * an `action` it stays longer, beside what is said after it, until another with an action comes.
 */
export function announce(text: string, action?: MessageAction): void {
  const said = message(text, action);
  change(action ? { ...current, offer: said } : { ...current, word: said });
}

let audience = 0;

/** `announce` for what takes a while: says nothing any more once somebody else may be listening (`clearMessages`). */
export function createAnnouncer(): typeof announce {
  const mine = audience;
  return (text, action) => {
    if (mine === audience) announce(text, action);
  };
}

/** Takes away what was last said, and what is still to be said of what was begun before. */
export function clearMessages(): void {
  audience += 1;
  change(silence());
}

const SHOWN_MS = 6_000;
// Somebody has to find the button first, by keyboard too.
const WITH_ACTION_MS = 20_000;

/** The live regions; stand once in the app, and stay mounted. */
export function Announcer() {
  const { offer, word } = useSyncExternalStore(subscribe, now, now);
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 print:hidden">
      <Toast {...offer} />
      <Toast {...word} />
    </div>
  );
}

function Toast({ text, action, turn }: Message) {
  const [gone, setGone] = useState(0);
  const [held, setHeld] = useState(0);
  const toast = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const isHeld = held === turn;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => setGone(turn), action ? WITH_ACTION_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [turn, action, isHeld]);
  const shown = gone === turn ? "" : text;
  const offered = shown ? action : undefined;
  const close = () => {
    // Its buttons go, and the focus would go with them.
    if (toast.current?.contains(document.activeElement)) focusAgain(cameFrom.current);
    setGone(turn);
  };
  const act = () => {
    close();
    action?.run();
  };
  const actByKey = useEffectEvent((event: KeyboardEvent) => {
    // A dialog asks about something else.
    if (!isUndoKey(event) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    event.preventDefault();
    act();
  });
  const isOffered = offered !== undefined;
  useEffect(() => {
    if (!isOffered) return;
    const listen = (event: KeyboardEvent) => actByKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [isOffered]);
  const hold = () => setHeld(turn);
  const release = () => setHeld(0);
  const button = {
    type: "button",
    onPointerEnter: hold,
    onPointerLeave: release,
    onBlur: release,
    onFocus: ({ relatedTarget }: FocusEvent) => {
      hold();
      if (!toast.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
    },
    onKeyDown: ({ key }: ReactKeyboardEvent) => key === "Escape" && close(),
  } as const;
  return (
    <div
      ref={toast}
      className={
        shown &&
        "arrive flex max-w-[min(65ch,100%)] items-center gap-3 rounded-md border-flag border-l-4 bg-cover px-4 py-2 text-on-cover text-sm shadow-raised forced-colors:border"
      }
    >
      <div role="status" aria-live="polite" className="wrap-anywhere min-w-0 font-medium">
        {shown && (
          <p key={turn} className="arrive">
            {shown}
          </p>
        )}
        {offered && <p className="sr-only">{offered.byKey}</p>}
      </div>
      {offered && (
        <div className="pointer-events-auto -mr-2 flex shrink-0 items-center gap-1">
          <button
            {...button}
            aria-keyshortcuts="Control+Z Meta+Z"
            className="on-cover min-h-10 rounded-md border border-cover-line px-3 font-semibold hover:bg-cover-edge"
            onClick={act}
          >
            <span>{offered.label}</span>
            <span aria-hidden="true" className="ml-2 font-normal text-cover-soft text-xs max-sm:hidden">
              Ctrl+Z
            </span>
          </button>
          <button
            {...button}
            aria-label="Close this message"
            data-tooltip="Close this message"
            className="on-cover grid size-10 place-items-center rounded-md hover:bg-cover-edge"
            onClick={close}
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
}

/** Ctrl+Z or ⌘Z, but for where it takes back what was typed. */
function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.matches("input, textarea");
  return key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey && !isTyping;
}

function focusAgain(element: Element | null): void {
  const back = element?.isConnected ? element : document.getElementById("main");
  if (back instanceof HTMLElement) back.focus({ preventScroll: true });
}

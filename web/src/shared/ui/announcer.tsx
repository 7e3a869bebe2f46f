import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import { createStore, type Store, useStore } from "../store/store.ts";
import { Icon } from "./icon.tsx";
import { isEscape } from "./keys.ts";
import { useUndoKey } from "./use-undo-key.ts";

/** A button beside a message; Ctrl+Z presses the button, too. Only screen readers present the `shortcutHint`. */
export interface MessageAction {
  label: string;
  shortcutHint: string;
  run: () => void;
}

interface Message {
  id: number;
  text: string;
  action?: MessageAction | undefined;
}

// Two messages can show at once, so that 'Page 2' does not remove 'Undo'.
const plainMessage = createStore<Message | null>(null);
const messageWithAction = createStore<Message | null>(null);
let lastMessageId = 0;

/**
 * Shows a message at the bottom of the page for some seconds; screen readers read it out politely. A message with an
 * action replaces the last message with an action; any other message replaces the last message without an action.
 */
export function announce(text: string, action?: MessageAction): void {
  lastMessageId += 1;
  (action ? messageWithAction : plainMessage).set({ id: lastMessageId, text, action });
}

export const clearPlainMessage = () => plainMessage.set(null);

let clearCount = 0;

/** Returns a function like `announce` for slow calls. This function does nothing after the next `clearMessages()`. */
export function createAnnouncer(): typeof announce {
  const clearCountBefore = clearCount;
  return (text, action) => {
    if (clearCountBefore === clearCount) announce(text, action);
  };
}

/** Removes all messages when the user changes. Functions that `createAnnouncer` returned before show nothing more. */
export function clearMessages(): void {
  clearCount += 1;
  messageWithAction.set(null);
  clearPlainMessage();
}

const MESSAGE_DURATION_MS = 6_000;
// Long enough for the user to reach the message's button by keyboard.
const ACTION_MESSAGE_DURATION_MS = 20_000;

/** Shows the messages. Render this once and keep it mounted: the live regions must exist before the first message. */
export function Announcer() {
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--bar-height,0px))] z-50 flex flex-col items-center gap-2 print:hidden">
      <Toast store={messageWithAction} />
      <Toast store={plainMessage} />
    </div>
  );
}

function Toast({ store }: { store: Store<Message | null> }) {
  const message = useStore(store);
  // The ids begin at 1, so 0 means that no message is paused.
  const [pausedMessageId, setPausedMessageId] = useState(0);
  const toast = useRef<HTMLDivElement>(null);
  const elementFocusedBefore = useRef<EventTarget | null>(null);
  const isPaused = message?.id === pausedMessageId;
  const hasFocus = () => toast.current?.contains(document.activeElement) ?? false;
  const close = () => {
    if (hasFocus()) restoreFocus(elementFocusedBefore.current);
    store.set(null);
  };
  const closeByTimer = useEffectEvent(close);
  useEffect(() => {
    if (message === null || isPaused) return;
    const timer = setTimeout(() => closeByTimer(), message.action ? ACTION_MESSAGE_DURATION_MS : MESSAGE_DURATION_MS);
    return () => clearTimeout(timer);
  }, [message, isPaused]);
  const action = message?.action;
  const runAction = () => {
    close();
    action?.run();
  };
  useUndoKey(action && runAction);
  const pause = () => setPausedMessageId(message?.id ?? 0);
  const resume = () => setPausedMessageId(0);
  return (
    <div
      ref={toast}
      className={
        message
          ? "arrive flex max-w-[min(65ch,100%)] items-center gap-3 rounded-md border-flag border-l-4 bg-cover px-4 py-2 text-on-cover text-sm shadow-raised forced-colors:border"
          : ""
      }
    >
      <div role="status" aria-live="polite" className="wrap-anywhere min-w-0 font-medium">
        {message && (
          <p key={message.id} className="arrive">
            {message.text}
          </p>
        )}
        {action && <p className="sr-only">{action.shortcutHint}</p>}
      </div>
      {action && (
        <ActionButtons
          label={action.label}
          run={runAction}
          close={close}
          onPointerEnter={pause}
          onPointerLeave={() => !hasFocus() && resume()}
          onBlur={resume}
          onFocus={({ relatedTarget }) => {
            pause();
            if (!toast.current?.contains(relatedTarget)) elementFocusedBefore.current = relatedTarget;
          }}
          onKeyDown={({ nativeEvent }) => isEscape(nativeEvent) && close()}
        />
      )}
    </div>
  );
}

interface ActionButtonsProps extends ComponentProps<"button"> {
  label: string;
  run: () => void;
  close: () => void;
}

function ActionButtons({ label, run, close, ...handlers }: ActionButtonsProps) {
  return (
    <div className="pointer-events-auto -mr-2 flex shrink-0 items-center gap-1">
      <button
        type="button"
        {...handlers}
        aria-keyshortcuts="Control+Z Meta+Z"
        className="on-cover min-h-10 rounded-md border border-cover-line px-3 font-semibold hover:bg-cover-edge"
        onClick={run}
      >
        <span>{label}</span>
        <span aria-hidden="true" className="ml-2 font-normal text-cover-soft text-xs max-sm:hidden">
          Ctrl+Z
        </span>
      </button>
      <button
        type="button"
        {...handlers}
        aria-label="Close this message"
        data-tooltip="Close this message"
        className="on-cover grid size-10 place-items-center rounded-md hover:bg-cover-edge"
        onClick={close}
      >
        <Icon name="x" className="size-4" />
      </button>
    </div>
  );
}

/** Focuses `element`, or the screen's `<main>` if the element has left the page. */
function restoreFocus(element: EventTarget | null): void {
  const target = element instanceof HTMLElement && element.isConnected ? element : document.getElementById("main");
  target?.focus({ preventScroll: true });
}

import * as React from "react";

// What React keeps for renderers: the hooks that a component calls are those of the renderer at work.
const internals = (
  React as unknown as {
    __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: { H: unknown };
  }
).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;

const nothing = (): void => undefined;
const itself = <T>(value: T): T => value;
const read = (context: { _currentValue: unknown }): unknown => context._currentValue;
let ids = 0;

/** Every hook as it is at a component's first drawing; effects never run. */
const FIRST_TIME = {
  useState: (first: unknown) => [typeof first === "function" ? first() : first, nothing],
  useReducer: (_: unknown, first: unknown, start?: (first: unknown) => unknown) => [
    start ? start(first) : first,
    nothing,
  ],
  useRef: (current: unknown) => ({ current }),
  useId: () => `first-${ids++}`,
  useMemo: (make: () => unknown) => make(),
  useCallback: itself,
  useEffectEvent: itself,
  useDeferredValue: itself,
  useTransition: () => [false, nothing],
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
  useContext: read,
  use: read,
  useEffect: nothing,
  useLayoutEffect: nothing,
};

/**
 * The first drawing of a tree as HTML: what React's own renderer would put into the page, ids aside, in 2 KB instead of
 * 60. It knows what the dashboard uses: elements, function components, `forwardRef` (the icons'), hooks, contexts at
 * their defaults. Throws at anything else.
 */
export function renderToHtml(node: React.ReactNode): string {
  const before = internals.H;
  internals.H = FIRST_TIME;
  try {
    return html(node);
  } finally {
    internals.H = before;
  }
}

type Props = Record<string, unknown> & { children?: React.ReactNode };
type Component = (props: Props, ref?: unknown) => React.ReactNode;

function html(node: unknown, chosen?: unknown): string {
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node === "string" || typeof node === "number") return escapeHtml(String(node));
  if (Array.isArray(node)) return node.map((each) => html(each, chosen)).join("");
  const { type, props } = node as { type: unknown; props: Props };
  if (typeof type === "string") return element(type, props, chosen);
  if (typeof type === "function") return html((type as Component)(props), chosen);
  if (type === React.Fragment) return html(props.children, chosen);
  const { render, type: remembered } = type as { render?: Component; type?: Component };
  if (typeof render === "function") return html(render(props, null), chosen);
  if (typeof remembered === "function") return html(remembered(props), chosen);
  throw new Error("The first picture holds something that only React can draw.");
}

const VOID = new Set(["input", "br", "hr", "img"]);

function element(tag: string, { children, ...props }: Props, chosen: unknown): string {
  let attributes = "";
  for (const name in props) attributes += attribute(tag, name, props[name]);
  if (tag === "option" && chosen !== undefined && String(chosen) === String(props.value)) attributes += ' selected=""';
  if (VOID.has(tag)) return `<${tag}${attributes}/>`;
  const inside =
    tag === "textarea"
      ? escapeHtml(String(props.value ?? ""))
      : html(children, tag === "select" ? props.value : chosen);
  return `<${tag}${attributes}>${inside}</${tag}>`;
}

const NAMES: Record<string, string> = { className: "class", htmlFor: "for" };

function attribute(tag: string, name: string, value: unknown): string {
  if (value === null || value === undefined || name === "ref" || name === "key" || /^on[A-Z]/.test(name)) return "";
  if (name === "style") return ` style="${escapeHtml(styleText(value as Record<string, unknown>))}"`;
  if (typeof value === "function" || typeof value === "object")
    throw new Error(`The first picture cannot draw the attribute ${name}.`);
  if (name === "value" && (tag === "select" || tag === "textarea")) return "";
  if (typeof value === "boolean" && !/^(aria-|data-|spellCheck$)/.test(name))
    return value ? ` ${name.toLowerCase()}=""` : "";
  const attributeName =
    NAMES[name] ?? (/^stroke[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name);
  return ` ${attributeName}="${escapeHtml(String(value))}"`;
}

/** Custom properties, which React writes as they are; of others it would make pixels. */
function styleText(style: Record<string, unknown>): string {
  return Object.entries(style)
    .map(([name, value]) => {
      if (!name.startsWith("--")) throw new Error(`The first picture cannot draw the style ${name}.`);
      return `${name}:${value}`;
    })
    .join(";");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]!) : text;
}

import { Dialog } from "radix-ui";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { BACKDROP, ignoreWhileComposing, useCloseRequest, useReturnFocus } from "../../shared/ui/dialog.ts";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { isTextControl, isUndoKey } from "../../shared/ui/keys.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { drawPicture, toMarkedJpeg } from "./draw-marks.ts";
import { isMeant, type Mark, middleMark, moveMark, type Point, TOOL_LABELS, type Tool } from "./marks.ts";

const TOOLS = Object.keys(TOOL_LABELS) as Tool[];
const MAX_TEXT_LENGTH = 80;

const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface DrawingDialogProps {
  picture: Blob;
  name: string;
  /** Called with the picture as it was marked, a JPEG of the same size in pixels. */
  onDone: (marked: Blob) => void;
  close: () => void;
}

/** A picture to draw on before it is sent. What is blurred is gone from the picture that `onDone` gets. */
export function DrawingDialog({ picture, name, onDone, close }: DrawingDialogProps) {
  const { bitmap, hasFailed } = useBitmap(picture);
  const [tool, setTool] = useState<Tool>("arrow");
  const [text, setText] = useState("");
  // Each change leaves the marks before it, for Undo.
  const [history, setHistory] = useState<readonly (readonly Mark[])[]>([[]]);
  const [status, setStatus] = useState("");
  const [isSaving, setIsSaving] = useState(false);
  const textField = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const returnFocusProps = useReturnFocus();
  const marks = history.at(-1)!;

  const change = (next: readonly Mark[], what: string) => {
    setHistory([...history, next]);
    setStatus(`${what} ${countText(next.length)}`);
  };
  const add = (mark: Mark) => {
    if (mark.tool === "text" && mark.text.trim() === "") {
      setStatus("Please type the text first.");
      textField.current?.focus();
      return;
    }
    change([...marks, mark], `${TOOL_LABELS[mark.tool]} added.`);
  };
  const undo = () => {
    if (history.length === 1) return;
    setHistory(history.slice(0, -1));
    setStatus(`Undone. ${countText(history.at(-2)!.length)}`);
  };
  // Escape and Back must not lose what was drawn.
  const closeUnlessMarked = () => {
    if (marks.length === 0) close();
    else setStatus("Your marks are still here. Press Cancel to leave without them.");
  };
  useCloseRequest(closeUnlessMarked);
  const finish = async () => {
    if (bitmap === null || isSaving) return;
    if (marks.length === 0) return close();
    setIsSaving(true);
    try {
      onDone(await toMarkedJpeg(bitmap, marks));
      close();
    } catch (error) {
      console.error("Failed to save the marked picture:", error);
      setIsSaving(false);
      setStatus("The picture could not be saved. Please try again.");
    }
  };
  const onCanvasKey = (event: KeyboardEvent) => {
    if (bitmap === null) return;
    const size = { x: bitmap.width, y: bitmap.height };
    const last = marks.at(-1);
    const move = MOVES[event.key];
    if (event.key === "Enter") add(middleMark(tool, size, text));
    else if (move !== undefined && last !== undefined) {
      const step = Math.max(2, Math.max(size.x, size.y) / 64);
      const moved = moveMark(last, { x: move.x * step, y: move.y * step }, size, event.shiftKey);
      change([...marks.slice(0, -1), moved], event.shiftKey ? "Sized." : "Moved.");
    } else if ((event.key === "Delete" || event.key === "Backspace") && last !== undefined)
      change(marks.slice(0, -1), "Removed.");
    else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeUnlessMarked()}>
      <Dialog.Portal>
        <Dialog.Overlay className={BACKDROP} />
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocusProps}
          onEscapeKeyDown={ignoreWhileComposing}
          // A finger that slides off the picture must not close the dialog.
          onPointerDownOutside={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (!isUndoKey(event.nativeEvent) || isTextControl(event.target)) return;
            event.preventDefault();
            undo();
          }}
          className="fixed inset-0 z-50 grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] bg-sheet text-ink print:hidden"
        >
          <div className="flex items-center gap-2 px-4 py-2">
            <Dialog.Title className="min-w-0 flex-1 truncate font-semibold text-base">{`Mark up ${name}`}</Dialog.Title>
            <Button size="sm" onClick={close}>
              Cancel
            </Button>
            <Button size="sm" variant="primary" busy={isSaving} onClick={() => void finish()}>
              Use this picture
            </Button>
          </div>
          <div className="flex flex-wrap items-center gap-2 border-rule border-b px-4 pb-2">
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no row layout in all browsers */}
            <div role="group" aria-label="Tools" className="flex flex-wrap gap-2">
              {TOOLS.map((name) => (
                <Button
                  key={name}
                  size="sm"
                  variant={tool === name ? "primary" : "secondary"}
                  aria-pressed={tool === name}
                  onClick={() => setTool(name)}
                >
                  {TOOL_LABELS[name]}
                </Button>
              ))}
            </div>
            {tool === "text" && (
              <TextInput
                ref={textField}
                aria-label="Text to write"
                placeholder="Text to write"
                maxLength={MAX_TEXT_LENGTH}
                value={text}
                className="max-w-full basis-48 sm:flex-1"
                onChange={({ target }) => setText(target.value)}
              />
            )}
            <Button
              size="sm"
              aria-disabled={history.length === 1 || undefined}
              aria-keyshortcuts="Control+Z"
              onClick={undo}
            >
              Undo
            </Button>
          </div>
          <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center bg-sunken p-2">
            {bitmap !== null && (
              <DrawingCanvas
                bitmap={bitmap}
                marks={marks}
                tool={tool}
                text={text}
                hintId={hintId}
                onAdd={add}
                onKeyDown={onCanvasKey}
              />
            )}
            {hasFailed && <Notice kind="error">This picture could not be read.</Notice>}
          </div>
          <div className="border-rule border-t px-4 py-2 text-sm">
            <p id={hintId} className="text-soft text-xs">
              Drag on the picture to draw; for a text, press its place. By keyboard: Enter puts a mark in the middle,
              arrow keys move the last one and size it with Shift, Delete removes it.
            </p>
            <p role="status" className="min-h-5 font-medium">
              {status}
            </p>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const countText = (count: number): string => (count === 1 ? "1 mark." : `${count} marks.`);

/** Decodes a picture, upright. */
function useBitmap(picture: Blob): { bitmap: ImageBitmap | null; hasFailed: boolean } {
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    let decoded: ImageBitmap | null = null;
    createImageBitmap(picture, { imageOrientation: "from-image" }).then(
      (result) => {
        decoded = result;
        if (isCurrent) setBitmap(result);
        else result.close();
      },
      (error: unknown) => {
        console.error("Failed to read a picture:", error);
        if (isCurrent) setHasFailed(true);
      },
    );
    return () => {
      isCurrent = false;
      decoded?.close();
    };
  }, [picture]);
  return { bitmap, hasFailed };
}

interface DrawingCanvasProps {
  bitmap: ImageBitmap;
  marks: readonly Mark[];
  tool: Tool;
  text: string;
  hintId: string;
  onAdd: (mark: Mark) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The picture as it is now. A mouse, a pen or a finger draws a mark of the chosen tool. */
function DrawingCanvas({ bitmap, marks, tool, text, hintId, onAdd, onKeyDown }: DrawingCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<Mark | null>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d", { alpha: false, willReadFrequently: true });
    if (context) drawPicture(context, bitmap, drawn === null ? marks : [...marks, drawn]);
  }, [bitmap, marks, drawn]);
  const begin = (event: PointerEvent) => {
    // A second finger, or another button of a mouse, draws nothing.
    if (!event.isPrimary || event.button !== 0) return;
    const from = pointOf(event, canvas);
    if (tool === "text") {
      // Otherwise the browser would move the focus from the text field to the picture afterwards.
      event.preventDefault();
      onAdd({ tool, from, to: from, text });
      return;
    }
    canvas.current?.setPointerCapture(event.pointerId);
    setDrawn({ tool, from, to: from, text });
  };
  const move = (event: PointerEvent) => {
    if (drawn !== null && event.isPrimary) setDrawn({ ...drawn, to: pointOf(event, canvas) });
  };
  const end = () => {
    if (drawn !== null && isMeant(drawn)) onAdd(drawn);
    setDrawn(null);
  };
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: marks are added and moved by keys
    <canvas
      ref={canvas}
      width={bitmap.width}
      height={bitmap.height}
      role="application"
      aria-label="The picture"
      aria-describedby={hintId}
      tabIndex={0}
      className="max-h-full max-w-full cursor-crosshair touch-none"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(null)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The place of a pointer in the picture's pixels. */
function pointOf({ clientX, clientY }: PointerEvent, canvas: RefObject<HTMLCanvasElement | null>): Point {
  const { width, height } = canvas.current!;
  const box = canvas.current!.getBoundingClientRect();
  const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));
  return {
    x: clamp(((clientX - box.left) * width) / box.width, width),
    y: clamp(((clientY - box.top) * height) / box.height, height),
  };
}

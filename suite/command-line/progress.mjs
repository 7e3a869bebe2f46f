// Plain JavaScript, because run.mjs uses it before Node 24 is installed.
// On a terminal, a step is one line that counts the seconds. In a file or a pipe, it prints a line every 15 seconds.

const PRINT_INTERVAL_MS = 15_000;
const CLEAR_ROW = "\r\u001b[K";

/** @typedef {(progress: string) => void} ShowProgress Shows how far a step is, after the step's text. */

/** Shows a long step, and for how long it has run. */
export function startStep(/** @type {string} */ text) {
  const startedAt = Date.now();
  const isTerminal = process.stdout.isTTY === true && process.env.TERM !== "dumb";
  let detail = "";
  let shownAt = startedAt;

  const elapsedSeconds = () => Math.round((Date.now() - startedAt) / 1000);
  const formatLine = (outcome = "") =>
    [`${text}…`, detail && `${detail},`, outcome && `${outcome},`, `${elapsedSeconds()} s`].filter(Boolean).join(" ");
  const show = () => {
    // Only the last row of a terminal can be rewritten. A text as wide as the terminal would wrap into another row.
    if (isTerminal)
      process.stdout.write(`${CLEAR_ROW}${formatLine().slice(0, (process.stdout.columns || Infinity) - 1)}`);
    else if (Date.now() - shownAt >= PRINT_INTERVAL_MS) {
      shownAt = Date.now();
      console.log(formatLine());
    }
  };
  if (!isTerminal) console.log(`${text}…`);
  show();
  const timer = setInterval(show, 1000);
  timer.unref();

  const end = (/** @type {string} */ outcome) => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write(`${CLEAR_ROW}${formatLine(outcome)}\n`);
    // In a file or a pipe, a step that was done within a second needs no second line.
    else if (elapsedSeconds() > 0 || outcome !== "done") console.log(formatLine(outcome));
  };
  return {
    /** @type {ShowProgress} */
    showProgress: (progress) => {
      detail = progress;
    },
    done: () => end("done"),
    failed: (outcome = "failed") => end(outcome),
  };
}

/**
 * Shows a step while the work runs, and returns its result.
 * @template T
 * @param {(showProgress: ShowProgress) => Promise<T>} work
 */
export async function withStep(/** @type {string} */ text, work) {
  const step = startStep(text);
  try {
    const result = await work(step.showProgress);
    step.done();
    return result;
  } catch (error) {
    step.failed();
    throw error;
  }
}

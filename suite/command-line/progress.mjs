// Plain JavaScript, because run.mjs uses it before Node 24 is installed; progress.d.mts describes it.
// On a terminal, a step is one line that counts the seconds; elsewhere it prints a line every 15 seconds.

const PRINT_INTERVAL_MS = 15_000;

export function startStep(text) {
  const startedAt = Date.now();
  const isTerminal = process.stdout.isTTY === true && process.env.TERM !== "dumb";
  let detail = "";
  let shownAt = startedAt;

  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const formatLine = (end) => `${text}…${detail === "" ? "" : ` ${detail},`}${end} ${seconds()} s`;
  const show = () => {
    // A terminal can rewrite its last row only, so the text is cut to one row.
    if (isTerminal)
      process.stdout.write(`\r\u001b[K${formatLine("").slice(0, (process.stdout.columns || Infinity) - 1)}`);
    else if (Date.now() - shownAt >= PRINT_INTERVAL_MS) {
      shownAt = Date.now();
      console.log(formatLine(""));
    }
  };
  if (!isTerminal) console.log(`${text}…`);
  show();
  const timer = setInterval(show, 1000);
  timer.unref();

  const end = (word) => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write(`\r\u001b[K${formatLine(word)}\n`);
    // Elsewhere, a step that was done within a second needs no second line.
    else if (seconds() > 0 || !word.includes("done")) console.log(formatLine(word));
  };
  return {
    note(progress) {
      detail = progress;
    },
    done() {
      end(" done,");
    },
    failed(word = "failed") {
      end(` ${word},`);
    },
  };
}

export async function withStep(text, work) {
  const step = startStep(text);
  try {
    const result = await work(step.note);
    step.done();
    return result;
  } catch (error) {
    step.failed();
    throw error;
  }
}

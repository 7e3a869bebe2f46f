// Plain JavaScript, because run.mjs uses it before Node 24 is there.

const QUIET_MS = 15_000;

/**
 * Shows a long step on the terminal: one line that counts the seconds, or, where nobody watches, a line now and then.
 * @param {string} text what is being done, without a full stop
 */
export function startStep(text) {
  const since = Date.now();
  const isTerminal = process.stdout.isTTY === true && process.env.TERM !== "dumb";
  let detail = "";
  let shownAt = since;

  const seconds = () => Math.round((Date.now() - since) / 1000);
  const line = (end) => `${text}…${detail === "" ? "" : ` ${detail},`}${end} ${seconds()} s`;
  const show = () => {
    // Only the row where it ends can be written anew, so that it has to fit into one.
    if (isTerminal) process.stdout.write(`\r\u001b[K${line("").slice(0, (process.stdout.columns || Infinity) - 1)}`);
    else if (Date.now() - shownAt >= QUIET_MS) {
      shownAt = Date.now();
      console.log(line(""));
    }
  };
  if (!isTerminal) console.log(`${text}…`);
  show();
  const timer = setInterval(show, 1000);
  timer.unref();

  const end = (word) => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write(`\r\u001b[K${line(word)}\n`);
    else if (seconds() > 0 || !word.includes("done")) console.log(line(word));
  };
  return {
    /** @param {string} news how far it is */
    note(news) {
      detail = news;
    },
    done() {
      end(" done,");
    },
    failed(word = "failed") {
      end(` ${word},`);
    },
  };
}

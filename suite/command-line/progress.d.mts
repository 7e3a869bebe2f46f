export interface Step {
  /** Shows the progress behind the text. */
  note(progress: string): void;
  done(): void;
  failed(word?: string): void;
}

/** Shows a long step on the terminal, and for how long it has run. */
export function startStep(text: string): Step;

/** Shows a step while the work runs, and returns its result. */
export function withStep<T>(text: string, work: (note: Step["note"]) => Promise<T>): Promise<T>;

/** Shows the progress of a step after its text. */
export type Note = (progress: string) => void;

export interface Step {
  note: Note;
  done(): void;
  failed(outcome?: string): void;
}

/** Shows a long step, and for how long it has run. */
export function startStep(text: string): Step;

/** Shows a step while the work runs, and returns its result. */
export function withStep<T>(text: string, work: (note: Note) => Promise<T>): Promise<T>;

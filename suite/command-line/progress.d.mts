export interface Step {
  /** Tells how far it is. */
  note(news: string): void;
  done(): void;
  failed(word?: string): void;
}

/** Shows a long step on the terminal: what is being done, and for how long. */
export function startStep(text: string): Step;

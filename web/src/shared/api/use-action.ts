import { useState } from "react";

interface State<Input> {
  pending: Input | null;
  error: unknown;
}

/**
 * Something a person does that takes a while: `pending` is its input while it runs, `error` what the last run rejected
 * with, both `null` otherwise. It needs no query client.
 */
export function useAction<Input>(act: (input: Input) => Promise<void>) {
  const [state, setState] = useState<State<Input>>({ pending: null, error: null });
  const run = (input: Input): void => {
    setState({ pending: input, error: null });
    act(input).then(
      () => setState({ pending: null, error: null }),
      (error: unknown) => setState({ pending: null, error }),
    );
  };
  return { ...state, run };
}

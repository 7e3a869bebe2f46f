import { useState } from "react";

/** An asynchronous action of the user: `pending` is the input of the running one, `error` why the last one failed. */
export function useAction<Input = void>(act: (input: Input) => Promise<void>) {
  const [state, setState] = useState<{ pending: Input | null; error: unknown }>({ pending: null, error: null });
  const run = (input: Input): void => {
    setState({ pending: input, error: null });
    act(input).then(
      () => setState({ pending: null, error: null }),
      (error: unknown) => setState({ pending: null, error }),
    );
  };
  const clearError = () => setState((last) => ({ ...last, error: null }));
  return { ...state, isPending: state.pending !== null, run, clearError };
}

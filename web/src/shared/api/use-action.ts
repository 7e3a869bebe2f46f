import { useState } from "react";

/**
 * Runs an action of the user. `pending` is `null` if no action is running, else the action's input (`undefined` for an
 * action without input). `error` is the error of the last action.
 */
export function useAction<Input = void>(perform: (input: Input) => Promise<void>) {
  const [state, setState] = useState<{ pending: Input | null; error: unknown }>({ pending: null, error: null });
  const run = (input: Input): void => {
    setState({ pending: input, error: null });
    perform(input).then(
      () => setState({ pending: null, error: null }),
      (error: unknown) => setState({ pending: null, error }),
    );
  };
  const clearError = () => setState(({ pending }) => ({ pending, error: null }));
  return { ...state, isPending: state.pending !== null, run, clearError };
}

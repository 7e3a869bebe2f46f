import { useState } from "react";

/**
 * An asynchronous action of the user, like `useMutation` but without a query client. `pending` is the input of the running
 * action, `error` the reason why the last one failed; both are `null` otherwise.
 */
export function useAction<Input>(act: (input: Input) => Promise<void>) {
  const [state, setState] = useState<{ pending: Input | null; error: unknown }>({ pending: null, error: null });
  const run = (input: Input): void => {
    setState({ pending: input, error: null });
    act(input).then(
      () => setState({ pending: null, error: null }),
      (error: unknown) => setState({ pending: null, error }),
    );
  };
  return { ...state, run };
}

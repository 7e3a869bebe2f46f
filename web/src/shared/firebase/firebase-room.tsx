import type { FirebaseApp } from "firebase/app";
import type { Auth } from "firebase/auth";
import { type ComponentType, type ReactNode, Suspense, use, useLayoutEffect, useState } from "react";
import { AuthProvider, FirebaseAppProvider } from "reactfire";
import { loadFirebase } from "../session/auth.ts";

/** One of Firebase's services, as a room needs it: how it is opened, and reactfire's provider. `close` ends what it opened. */
export interface Service<Sdk> {
  open(app: FirebaseApp): Sdk;
  close?(sdk: Sdk): void;
  Provider: ComponentType<{ sdk: Sdk; children: ReactNode }>;
}

/**
 * Where reactfire's hooks work: its app and Auth are those of the session, and one service is opened beside them. Shows
 * its children once they are loaded, and throws to the next error boundary when they cannot be; mounted anew, it tries
 * again. Load what uses it lazily, and key it by the user's id.
 */
export function FirebaseRoom<Sdk>({ service, children }: { service: Service<Sdk>; children: ReactNode }) {
  const [opening, setOpening] = useState<ProvidersProps<Sdk>["opening"] | null>(null);
  // Not while drawing: what is drawn and never shown would never be closed. Closed at once: who signs out is to be gone
  // from the line before Auth is, or it would be asked for again as nobody.
  useLayoutEffect(() => {
    const opened = loadFirebase().then(({ app, auth }) => ({ app, auth, sdk: service.open(app) }));
    setOpening(opened);
    return () => {
      opened.then(
        ({ sdk }) => service.close?.(sdk),
        () => undefined,
      );
    };
  }, [service]);
  return (
    <Suspense fallback={null}>
      {opening && (
        <Providers opening={opening} Provider={service.Provider}>
          {children}
        </Providers>
      )}
    </Suspense>
  );
}

interface ProvidersProps<Sdk> {
  opening: Promise<{ app: FirebaseApp; auth: Auth; sdk: Sdk }>;
  Provider: Service<Sdk>["Provider"];
  children: ReactNode;
}

function Providers<Sdk>({ opening, Provider, children }: ProvidersProps<Sdk>) {
  const { app, auth, sdk } = use(opening);
  return (
    <FirebaseAppProvider firebaseApp={app} suspense={false}>
      <AuthProvider sdk={auth}>
        <Provider sdk={sdk}>{children}</Provider>
      </AuthProvider>
    </FirebaseAppProvider>
  );
}

import type { FirebaseApp } from "firebase/app";
import type { Auth } from "firebase/auth";
import { type ComponentType, type ReactNode, Suspense, use, useLayoutEffect, useState } from "react";
import { AuthProvider, FirebaseAppProvider } from "reactfire";
import { loadFirebase } from "../session/auth.ts";

/** A Firebase service: how to open and close it, and reactfire's provider for it. */
export interface FirebaseService<Sdk> {
  open(app: FirebaseApp): Sdk;
  close?(sdk: Sdk): void;
  Provider: ComponentType<{ sdk: Sdk; children: ReactNode }>;
}

/**
 * Provides reactfire's hooks with the session's app and Auth, and with one service. Renders `children` once all are
 * loaded; throws to the next error boundary if loading fails. Key it by the user's id, and load it lazily.
 */
export function FirebaseProviders<Sdk>({ service, children }: { service: FirebaseService<Sdk>; children: ReactNode }) {
  const [opening, setOpening] = useState<Promise<OpenedService<Sdk>> | null>(null);
  // An effect opens the service, because a render that React discards would never close it. A layout effect, because at a
  // sign-out the service must close before Auth changes: otherwise its listeners would reconnect without a user.
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

type OpenedService<Sdk> = { app: FirebaseApp; auth: Auth; sdk: Sdk };

interface ProvidersProps<Sdk> extends Pick<FirebaseService<Sdk>, "Provider"> {
  opening: Promise<OpenedService<Sdk>>;
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

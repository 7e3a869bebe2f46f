import type { FirebaseApp } from "firebase/app";
import type { Auth } from "firebase/auth";
import { type ComponentType, type ReactNode, Suspense, use, useLayoutEffect, useState } from "react";
import { AuthProvider, FirebaseAppProvider } from "reactfire";
import { loadFirebase } from "../session/auth.ts";

/** A Firebase service: functions that open and close it, and reactfire's provider of it. */
export interface FirebaseService<Sdk> {
  open(app: FirebaseApp): Sdk;
  close?(sdk: Sdk): void;
  Provider: ComponentType<{ sdk: Sdk; children: ReactNode }>;
}

/**
 * Provides reactfire's hooks with the session's app and Auth, and with one service. Renders `children` once all are
 * loaded; throws to the next error boundary if loading fails. This component's `key` must be the user's id,
 * so that the service is opened anew for the next user.
 */
export function FirebaseProviders<Sdk>({ service, children }: { service: FirebaseService<Sdk>; children: ReactNode }) {
  const [servicePromise, setServicePromise] = useState<Promise<OpenedService<Sdk>> | null>(null);
  // An effect opens the service, because React may discard a render without closing the service. It is a layout effect,
  // because it must close the service before Auth signs out: otherwise listeners would reconnect without a user.
  useLayoutEffect(() => {
    const promise = loadFirebase().then(({ app, auth }) => ({ app, auth, sdk: service.open(app) }));
    setServicePromise(promise);
    return () => {
      promise.then(
        ({ sdk }) => service.close?.(sdk),
        // Loading has failed: no service is open, and `Providers` has thrown the error.
        () => undefined,
      );
    };
  }, [service]);
  return (
    <Suspense fallback={null}>
      {servicePromise && (
        <Providers servicePromise={servicePromise} Provider={service.Provider}>
          {children}
        </Providers>
      )}
    </Suspense>
  );
}

type OpenedService<Sdk> = { app: FirebaseApp; auth: Auth; sdk: Sdk };

interface ProvidersProps<Sdk> extends Pick<FirebaseService<Sdk>, "Provider"> {
  servicePromise: Promise<OpenedService<Sdk>>;
  children: ReactNode;
}

function Providers<Sdk>({ servicePromise, Provider, children }: ProvidersProps<Sdk>) {
  const { app, auth, sdk } = use(servicePromise);
  return (
    <FirebaseAppProvider firebaseApp={app} suspense={false}>
      <AuthProvider sdk={auth}>
        <Provider sdk={sdk}>{children}</Provider>
      </AuthProvider>
    </FirebaseAppProvider>
  );
}

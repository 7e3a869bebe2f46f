import type { LoggedOutProps } from "../features/auth/index.ts";
import { lazyResource } from "../shared/lazy/lazy-resource.ts";
import { LazyScreen } from "./lazy-screen.tsx";

const loggedOut = lazyResource(() => import("../features/auth/index.ts"));

/** The logged-out screen, for a page that started with the dashboard. */
export function LoggedOut(props: LoggedOutProps) {
  return <LazyScreen code={loggedOut}>{({ LoggedOut }) => <LoggedOut {...props} />}</LazyScreen>;
}

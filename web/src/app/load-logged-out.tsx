import type { LoggedOutProps } from "../features/auth/index.ts";
import { lazyResource } from "../shared/lazy/lazy-resource.ts";
import { LazyScreen } from "./lazy-screen.tsx";

const loggedOut = lazyResource(() => import("../features/auth/index.ts"));

/** The notice for visitors, for a page that began with the dashboard. */
export function LoggedOut(props: LoggedOutProps) {
  return <LazyScreen code={loggedOut}>{({ LoggedOut }) => <LoggedOut {...props} />}</LazyScreen>;
}

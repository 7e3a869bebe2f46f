import type { LoggedOutProps } from "../features/auth/index.ts";
import { lazyResource } from "../shared/lazy/lazy-resource.ts";
import { LazyScreen } from "./lazy-screen.tsx";

const loggedOutCode = lazyResource(() => import("../features/auth/index.ts"));

/** The logged-out screen of a page that started with the dashboard. The screen's code loads after a logout. */
export function LazyLoggedOut(props: LoggedOutProps) {
  return <LazyScreen code={loggedOutCode}>{({ LoggedOut }) => <LoggedOut {...props} />}</LazyScreen>;
}

import { later } from "./later.ts";
import { LazyScreen } from "./lazy-screen.tsx";

const loggedOut = later(() => import("../auth/logged-out.tsx"));

/** The notice for visitors, for a page that began with the dashboard. */
export function LoggedOut() {
  return <LazyScreen code={loggedOut}>{({ LoggedOut }) => <LoggedOut />}</LazyScreen>;
}

import type { User } from "@logbook/domain";
import type { ComponentType } from "react";
import { KeyListener } from "../features/keys/index.ts";
import { Footer, Header } from "../features/layout/index.ts";
import { type LazyResource, lazyResource } from "../shared/lazy/lazy-resource.ts";
import type { ADMIN_SCREENS } from "../shared/screens/screens.ts";
import { useSession } from "../shared/session/store.ts";
import { useRelativeTimeUpdates } from "../shared/time/time-ago.tsx";
import { LazyPart } from "../shared/ui/lazy-part.tsx";
import { dashboardCode, type HomeComponents } from "./home.tsx";
import { NotFound } from "./not-found.tsx";

type AdminPath = (typeof ADMIN_SCREENS)[number]["path"];

const SCREEN_CODE: Record<AdminPath, LazyResource<ComponentType<{ user: User }>>> = {
  "/members": lazyResource(async () => (await import("../features/members/index.ts")).MembersPage),
  "/trash": lazyResource(async () => (await import("../features/trash/index-lazy.ts")).TrashPage),
};

/** A screen for admins. Visitors get the logged-out page, other members the 404 page. The API checks the role, too. */
export function AdminScreen({ path, LoggedOut }: { path: AdminPath; LoggedOut: HomeComponents["LoggedOut"] }) {
  const { user } = useSession();
  useRelativeTimeUpdates();
  // The logged-out page calls `preload` when the visitor begins to sign in.
  if (user === null) return <LoggedOut preload={dashboardCode.load} />;
  if (!user.isAdmin) return <NotFound />;
  return (
    <div className="flex min-h-dvh flex-col">
      <KeyListener user={user} />
      <Header user={user} screenPath={path} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-4xl flex-1 px-4 py-6 sm:px-6 sm:py-8">
        {/* With these keys, no state or error of another screen or user stays. */}
        <LazyPart key={path} code={SCREEN_CODE[path]}>
          {(Screen) => <Screen key={user.id} user={user} />}
        </LazyPart>
      </main>
      <Footer />
    </div>
  );
}

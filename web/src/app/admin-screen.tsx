import type { User } from "@logbook/domain";
import type { ComponentType } from "react";
import { Footer } from "../dashboard/footer.tsx";
import { Header } from "../dashboard/header.tsx";
import { useFreshTimes } from "../issue/use-fresh-times.ts";
import { useSession } from "../session/use-session.ts";
import { type Later, later } from "./later.ts";
import { LazyPart } from "./lazy-part.tsx";
import { NotFound } from "./not-found.tsx";
import type { ADMIN_SCREENS } from "./screens.ts";
import { useWays } from "./use-ways.ts";

type AdminPath = (typeof ADMIN_SCREENS)[number]["path"];

const PAGES: Record<AdminPath, Later<ComponentType<{ user: User }>>> = {
  "/members": later(async () => (await import("../members/members-page.tsx")).MembersPage),
  "/trash": later(async () => (await import("../trash/trash-page.tsx")).TrashPage),
};

/** A screen for admins: a visitor may log in there, and for other members it does not exist. The API decides again. */
export function AdminScreen({ path, LoggedOut }: { path: AdminPath; LoggedOut: ComponentType }) {
  const { user } = useSession();
  const { leave, go } = useWays();
  useFreshTimes();
  if (user === null) return <LoggedOut />;
  if (!user.isAdmin) return <NotFound />;
  return (
    <div className="flex min-h-dvh flex-col">
      <Header user={user} leave={leave} go={go} at={path} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-4xl flex-1 px-4 py-6 sm:px-6 sm:py-8">
        <LazyPart key={path} code={PAGES[path]}>
          {(Page) => <Page key={user.id} user={user} />}
        </LazyPart>
      </main>
      <Footer />
    </div>
  );
}

import { PROJECT } from "../../shared/config/project.ts";
import { OutsideLink } from "../../shared/ui/links.tsx";

export function Footer() {
  return (
    <footer className="mt-8 border-rule border-t print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-1 px-4 py-5 text-soft text-sm sm:px-6">
        {/* The server renders this line too, and the server's clock may already be in the next year. */}
        <p suppressHydrationWarning>{`© ${new Date().getFullYear()} ${PROJECT.productName}`}</p>
        <OutsideLink href={PROJECT.devSiteUrl}>{PROJECT.devSiteLabel}</OutsideLink>
        <p className="sm:ml-auto">{PROJECT.credit}</p>
      </div>
    </footer>
  );
}

import { useState } from "react";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { Button } from "../../shared/ui/button.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import type { ListView } from "../list/index.ts";

const dialogCode = lazyResource(() => import("./export-dialog.tsx"));

/** For admins: exports the reports of the list, as filtered and sorted. The dialog loads when it is first opened. */
export function ExportButton({ view }: { view: ListView }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" tabIndex={-1} className="ml-auto shrink-0" onClick={() => setIsOpen(true)}>
        Export…
      </Button>
      {isOpen && (
        <LazyPart code={dialogCode} modal>
          {({ ExportDialog }) => <ExportDialog view={view} close={() => setIsOpen(false)} />}
        </LazyPart>
      )}
    </>
  );
}

import { ISSUE_TYPES, type IssueType, MESSAGES, type User } from "@logbook/domain";
import { useEffect, useRef, useState } from "react";
import type { DraftMarker } from "../../shared/drafts/draft-marker.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { SavedDraft } from "./saved-draft.tsx";

const formCode = lazyResource(() => import("../report-form/index.ts"));

const TOGGLES = {
  bug: { open: MESSAGES.reportBug, close: MESSAGES.closeBugForm, icon: "bug" },
  feature: { open: MESSAGES.requestFeature, close: MESSAGES.closeFeatureForm, icon: "lightbulb" },
} as const;

/** The two buttons and their form (section 2). A form closed by its button is hidden, so it keeps what was entered. */
export function ReportForms({ user }: { user: User }) {
  const [open, setOpen] = useState<IssueType | null>(null);
  const [type, setType] = useState<IssueType | null>(null);
  const [opening, setOpening] = useState(0);
  const formArea = useRef<HTMLDivElement>(null);
  const buttons = useRef<Partial<Record<IssueType, HTMLButtonElement | null>>>({});

  useEffect(() => {
    // The buttons stay in view on a phone, so the list may be scrolled down.
    if (open !== null && formArea.current && formArea.current.getBoundingClientRect().top < 0)
      formArea.current.scrollIntoView();
  }, [open]);

  const toggle = (pressed: IssueType) => {
    setOpen(open === pressed ? null : pressed);
    setType(pressed);
    if (open !== pressed) setOpening(opening + 1);
  };

  const close = () => {
    setOpen(null);
    setType(null);
    // The form is removed, so move the focus if it is inside.
    if (open !== null && formArea.current?.contains(document.activeElement)) buttons.current[open]?.focus();
  };

  const continueDraft = async ({ type: savedType }: DraftMarker) => {
    try {
      const { restoreDraft } = await import("../report-form/index.ts");
      if (!(await restoreDraft(user.id))) throw new Error("The saved draft is gone.");
    } catch (error) {
      console.error("Failed to restore a draft:", error);
      return announce("The draft could not be restored. Please try again, or discard it.");
    }
    openForm(savedType);
  };

  const openForm = (type: IssueType) => {
    setOpen(type);
    setType(type);
    setOpening(opening + 1);
    buttons.current[type]?.focus();
  };

  const announceIfHidden = (error: string) => {
    // A hidden form cannot show the error.
    if (formArea.current === null || formArea.current.hidden) announce(error);
  };

  return (
    <div className="mt-1.5 sm:mt-4 sticking:contents print:hidden">
      <div
        data-report-buttons
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2 sm:flex sm:gap-3 sticking:sticky sticking:top-0 sticking:z-20 sticking:-mx-3 sticking:bg-paper sticking:px-3 sticking:py-1.5"
      >
        {ISSUE_TYPES.map((each) => {
          const { icon, ...label } = TOGGLES[each];
          const isOpen = open === each;
          return (
            <Button
              key={each}
              ref={(button) => {
                buttons.current[each] = button;
              }}
              variant={isOpen ? "secondary" : "primary"}
              className="max-sm:min-h-10 max-sm:px-2 sticking:text-sm"
              aria-expanded={isOpen}
              aria-controls={type === null ? undefined : "report-desk"}
              onClick={() => toggle(each)}
            >
              <Icon name={isOpen ? "x" : icon} className="size-4" />
              {isOpen ? label.close : label.open}
            </Button>
          );
        })}
      </div>
      {type === null && <SavedDraft user={user} onContinue={continueDraft} />}
      {type !== null && (
        <div id="report-desk" ref={formArea} hidden={open === null} className="arrive mt-4 max-sm:mb-3">
          <LazyPart code={formCode} fallback={<p className="text-soft">Opening the form…</p>}>
            {({ ReportForm }) => (
              <ReportForm
                type={type}
                user={user}
                opening={opening}
                onDone={close}
                onReopen={() => openForm(type)}
                onFailed={announceIfHidden}
              />
            )}
          </LazyPart>
        </div>
      )}
    </div>
  );
}

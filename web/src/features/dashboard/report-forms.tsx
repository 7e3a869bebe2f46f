import { ISSUE_TYPES, type IssueType, MESSAGES, type User } from "@logbook/domain";
import { type RefObject, useEffect, useRef, useState } from "react";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import {
  type DraftMarker,
  draftOfferCode,
  readDraftMarker,
  readStoredPageReport,
  recoverDraftMarker,
} from "../drafts/index.ts";

const formCode = lazyResource(() => import("../report-form/index.ts"));
const restoreDraft = async (uid: string) => (await import("../report-form/index.ts")).restoreDraft(uid);

/** The id of the area that contains the form; styles.css has this id too. */
const FORM_AREA_ID = "report-desk";

const BUTTONS = {
  bug: { openLabel: MESSAGES.reportBug, closeLabel: MESSAGES.closeBugForm, icon: "bug", key: "b" },
  feature: { openLabel: MESSAGES.requestFeature, closeLabel: MESSAGES.closeFeatureForm, icon: "lightbulb", key: "f" },
} as const;

type ButtonsByType = Partial<Record<IssueType, HTMLButtonElement | null>>;

/** The two buttons and their form (section 2). Closing only hides the form, so that it keeps what was entered. */
export function ReportForms({ user }: { user: User }) {
  const [openType, setOpenType] = useState<IssueType | null>(null);
  // The type of the form that is mounted. The form stays mounted while it is hidden.
  const [mountedType, setMountedType] = useState<IssueType | null>(null);
  // When this number grows, the form takes the focus.
  const [openCount, setOpenCount] = useState(0);
  const formArea = useRef<HTMLDivElement>(null);
  const buttons = useRef<ButtonsByType>({});

  // Whether `report.js` has opened this page. An effect reads it, because the server's markup does not know it.
  const [hasPageReport, setHasPageReport] = useState(false);
  useEffect(() => setHasPageReport(readStoredPageReport() !== null), []);

  // While the user writes a report, load the code that later offers the saved draft: the browser may be offline then.
  useEffect(() => (mountedType === null ? undefined : whenIdle(draftOfferCode.load)), [mountedType]);

  const openForm = (type: IssueType) => {
    setOpenType(type);
    setMountedType(type);
    setOpenCount(openCount + 1);
  };

  // The pressed button, such as 'Continue', disappears and would lose the focus. Focus the button that opens the form
  // ('Report a Bug'): once the form is shown, it moves the focus from that button into its first field.
  const openFormAndFocusButton = (type: IssueType) => {
    openForm(type);
    buttons.current[type]?.focus();
  };

  const removeForm = () => {
    setOpenType(null);
    setMountedType(null);
    // The form is removed, so move the focus from inside the form to its button.
    if (openType !== null && formArea.current?.contains(document.activeElement)) buttons.current[openType]?.focus();
  };

  const announceIfHidden = (error: string) => {
    // A hidden form cannot show the error.
    if (formArea.current === null || formArea.current.hidden) announce(error);
  };

  return (
    <div className="mt-1.5 sm:mt-2 sm:low:mt-1 sticking:contents print:hidden">
      <FormButtons
        openType={openType}
        isFormMounted={mountedType !== null}
        buttons={buttons}
        open={openForm}
        close={() => setOpenType(null)}
      />
      {mountedType === null && <SavedDraft user={user} openForm={openFormAndFocusButton} />}
      {hasPageReport && (
        <LazyPart code={formCode} className="mt-4">
          {({ PageReportOffer }) => <PageReportOffer user={user} openForm={openFormAndFocusButton} />}
        </LazyPart>
      )}
      {mountedType !== null && (
        <div id={FORM_AREA_ID} ref={formArea} hidden={openType === null} className="arrive clear-both pt-4 max-sm:mb-3">
          <LazyPart code={formCode} fallback={<p className="text-soft">Opening the form…</p>}>
            {({ ReportForm }) => (
              <ReportForm
                type={mountedType}
                user={user}
                openCount={openCount}
                onClose={() => {
                  buttons.current[mountedType]?.focus();
                  setOpenType(null);
                }}
                onDone={removeForm}
                onReopen={() => openFormAndFocusButton(mountedType)}
                onFailed={announceIfHidden}
              />
            )}
          </LazyPart>
        </div>
      )}
    </div>
  );
}

interface FormButtonsProps {
  openType: IssueType | null;
  isFormMounted: boolean;
  buttons: RefObject<ButtonsByType>;
  open: (type: IssueType) => void;
  close: () => void;
}

function FormButtons({ openType, isFormMounted, buttons, open, close }: FormButtonsProps) {
  return (
    <div
      data-report-buttons
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2 sm:flex sm:gap-3 lg:float-right lg:ml-4 sticking:sticky sticking:top-0 sticking:z-20 sticking:-mx-3 sticking:bg-paper sticking:px-3 sticking:py-1"
    >
      {ISSUE_TYPES.map((type) => {
        const { icon, openLabel, closeLabel, key } = BUTTONS[type];
        const isOpen = openType === type;
        return (
          <Button
            key={type}
            ref={(button) => {
              buttons.current[type] = button;
            }}
            variant={isOpen ? "secondary" : "primary"}
            className="max-sm:min-h-9 max-sm:px-2 lg:min-h-9 sticking:text-sm"
            data-shortcut={key}
            aria-expanded={isOpen}
            aria-controls={isFormMounted ? FORM_AREA_ID : undefined}
            onClick={() => (isOpen ? close() : open(type))}
          >
            <Icon name={isOpen ? "x" : icon} className="size-4" />
            <span>{isOpen ? closeLabel : openLabel}</span>
          </Button>
        );
      })}
    </div>
  );
}

/** Offers to continue the report that the member began at an earlier visit. */
function SavedDraft({ user, openForm }: { user: User; openForm: (type: IssueType) => void }) {
  const [marker, setMarker] = useState<DraftMarker | null>(null);
  // An effect reads the marker, because the first render must equal the markup from the server, which knows no drafts.
  // The marker is in `localStorage` or, if the browser has lost it there, in the database.
  useEffect(() => {
    setMarker(readDraftMarker(user.id));
    return whenIdle(() => void recoverDraftMarker(user.id).then(setMarker));
  }, [user.id]);
  if (marker === null) return null;
  return (
    <LazyPart code={draftOfferCode} className="mt-4 max-sm:mb-3">
      {({ DraftOffer }) => <DraftOffer {...{ marker, setMarker, openForm, restoreDraft }} />}
    </LazyPart>
  );
}

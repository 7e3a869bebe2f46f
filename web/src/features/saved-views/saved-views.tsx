import { LIMITS } from "@logbook/domain";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useAction } from "../../shared/api/use-action.ts";
import { isPlainClick } from "../../shared/browser/is-plain-click.ts";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { isEscape } from "../../shared/ui/keys.ts";
import { TAB_LOOK } from "../../shared/ui/looks.ts";
import { useSavedViews } from "./use-saved-views.ts";

interface SavedViewsProps {
  /** The view of the list, as the query of the page's address without the page number; `""` is the default. */
  query: string;
  setView: (query: string) => void;
  /** Whether the view may be worth saving; not if its search finds nothing. */
  isUseful: boolean;
}

/** The user's saved views as links, and buttons to save the current view or to delete it. */
export function SavedViews({ query, setView, isUseful }: SavedViewsProps) {
  const { views, save, remove } = useSavedViews();
  const [isNaming, setIsNaming] = useState(false);
  const currentLink = useRef<HTMLAnchorElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  if (views === undefined) return null;
  const currentView = views.find((view) => view.query === query);
  const openView = (event: MouseEvent, savedQuery: string) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setIsNaming(false);
    setView(savedQuery);
  };
  /** Closes the form. Then focuses the saved view's link or, if no view was saved, the button 'Save this view'. */
  const stopNaming = () => {
    setIsNaming(false);
    // In the next frame the link or the button is rendered.
    requestAnimationFrame(() => (currentLink.current ?? saveButton.current)?.focus());
  };
  return (
    <>
      {views.length > 0 && (
        <ul aria-label="Saved views" className="flex items-center border-rule border-l pl-1">
          {views.map((view) => (
            <li key={view.name}>
              <a
                ref={view === currentView ? currentLink : null}
                href={`/?${view.query}`}
                dir="auto"
                aria-current={view === currentView ? "page" : undefined}
                className={TAB_LOOK}
                onClick={(event) => openView(event, view.query)}
              >
                {view.name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {currentView && (
        <IconButton
          label={`Delete the view “${currentView.name}”`}
          onClick={() => {
            // The pressed button disappears with the view, so move the focus first.
            focusListHeading();
            void remove(currentView);
          }}
        >
          <Icon name="x" className="size-4" />
        </IconButton>
      )}
      {!currentView && isNaming && (
        <NameForm
          save={async (name) => {
            if (await save({ name, query })) stopNaming();
          }}
          cancel={stopNaming}
        />
      )}
      {!currentView && !isNaming && isUseful && query !== "" && (
        <Button ref={saveButton} size="sm" variant="ghost" className="shrink-0" onClick={() => setIsNaming(true)}>
          Save this view
        </Button>
      )}
    </>
  );
}

function NameForm({ save, cancel }: { save: (name: string) => Promise<void>; cancel: () => void }) {
  const [name, setName] = useState("");
  const saveAction = useAction(() => save(name.trim()));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      aria-label="Save this view"
      className="flex flex-wrap items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        saveAction.run();
      }}
      onKeyDown={({ nativeEvent }) => isEscape(nativeEvent) && cancel()}
    >
      <div className="w-48 max-w-full">
        <TextInput
          ref={input}
          aria-label="Name of the view"
          placeholder="Name of the view"
          maxLength={LIMITS.viewNameLength}
          className="sm:min-h-8"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" size="sm" variant="primary" busy={saveAction.isPending} disabled={name.trim() === ""}>
        Save
      </Button>
      <Button size="sm" variant="ghost" onClick={cancel}>
        Cancel
      </Button>
    </form>
  );
}

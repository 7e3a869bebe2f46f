import { LIMITS, type SavedView } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { listSavedViews, storeSavedViews } from "../../shared/api/own-documents.ts";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { isPlainClick } from "../../shared/browser/is-plain-click.ts";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { type announce, createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { TAB_LOOK } from "../../shared/ui/looks.ts";

interface SavedViewsProps {
  /** The view of the list, as the query of the page's address without the page number; `""` is the default. */
  query: string;
  setView: (query: string) => void;
}

/** The user's saved views as links, and buttons to save the current view or to delete it. */
export function SavedViews({ query, setView }: SavedViewsProps) {
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
    requestAnimationFrame(() => (currentLink.current ?? saveButton.current)?.focus());
  };
  return (
    <>
      {views.length > 0 && (
        <ul aria-label="Saved views" className="flex flex-wrap items-center border-rule border-l pl-1">
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
      {!currentView && !isNaming && query !== "" && (
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
      onKeyDown={({ key }) => key === "Escape" && cancel()}
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

const QUERY_KEY = ["views"];

const readViews = async (): Promise<readonly SavedView[]> => (await unwrap(listSavedViews())).views;
const withoutView = (views: readonly SavedView[], { name }: SavedView) => views.filter((view) => view.name !== name);

/** The user's saved views, `undefined` until they are loaded, and functions to save and delete one. */
function useSavedViews() {
  const client = useQueryClient();
  const { data: views } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: readViews,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: "Failed to load saved views:" },
  });

  /**
   * Loads the stored views again, because another device may have changed them, and stores what `transform` returns.
   * Then calls `announceDone`. Resolves to whether the views were changed.
   */
  async function changeViews(
    transform: (storedViews: readonly SavedView[]) => readonly SavedView[],
    announceDone?: (announceResult: typeof announce, storedViews: readonly SavedView[]) => void,
  ): Promise<boolean> {
    // Created before the calls, because an announcer does nothing once the user has signed out.
    const announceResult = createAnnouncer();
    try {
      const storedViews = await readViews();
      const newViews = transform(storedViews);
      await unwrap(storeSavedViews(newViews));
      client.setQueryData(QUERY_KEY, newViews);
      announceDone?.(announceResult, storedViews);
      return true;
    } catch (error) {
      announceResult(`Your saved views were not changed. ${failureText(error)}`);
      return false;
    }
  }

  /** Saves a view, and replaces a view with the same name. */
  const save = (view: SavedView) =>
    changeViews(
      (storedViews) => [...withoutView(storedViews, view), view],
      (announceResult) => announceResult(`“${view.name}” is saved.`),
    );

  const remove = (view: SavedView) =>
    changeViews(
      (storedViews) => withoutView(storedViews, view),
      (announceResult, storedViews) => {
        const index = storedViews.findIndex(({ name }) => name === view.name);
        // If another device had already deleted the view, Undo adds it at the end.
        const position = index < 0 ? storedViews.length : index;
        const run = () => void changeViews((views) => withoutView(views, view).toSpliced(position, 0, view));
        announceResult(`“${view.name}” is deleted.`, { label: "Undo", shortcutHint: "Ctrl+Z takes it back.", run });
      },
    );

  return { views, save, remove };
}

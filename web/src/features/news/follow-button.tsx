import { FOLLOW_LABELS, type FollowMode, type Issue } from "@logbook/domain";
import { useRef, useState } from "react";
import { useAction } from "../../shared/api/use-action.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { followModeIn, useNews } from "./news.ts";

const menuCode = lazyResource(() => import("./follow-menu.tsx"));

/** Sets the mode by code that loads at the first use. */
const changeMode = (id: string, mode: FollowMode) =>
  import("./change-news.ts").then(
    ({ changeFollowMode }) => changeFollowMode(id, mode),
    () => announce("Please check your connection and try again."),
  );

interface FollowButtonProps {
  report: Pick<Issue, "id">;
  titleId: string;
  /** Whether the button shows the mode. Otherwise it is in the tooltip and the accessible name. */
  showsMode?: boolean;
}

/**
 * 'Follow' makes every change of a report news; 'Following' opens a menu with the other modes. It has its place, but
 * nobody sees it, until the news say how the user follows the report.
 */
export function FollowButton({ report: { id }, titleId, showsMode = false }: FollowButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState<boolean>();
  const { news } = useNews();
  const change = useAction((mode: FollowMode) => changeMode(id, mode));
  const mode = change.pending ?? followModeIn(news, id);
  const isFollowed = mode !== "none";
  const label = isFollowed ? `Following, ${FOLLOW_LABELS[mode].toLowerCase()}` : "Follow";
  return (
    <>
      <Button
        ref={button}
        variant={isFollowed ? "soft" : "ghost"}
        size="sm"
        className={cx("card-follow icon-before icon-bell", showsMode && "with-mode", news === null && "invisible")}
        aria-label={label}
        data-tooltip={isOpen || showsMode ? undefined : label}
        aria-haspopup={isFollowed ? "menu" : undefined}
        aria-expanded={isFollowed ? isOpen === true : undefined}
        aria-describedby={titleId}
        onClick={() => {
          if (change.isPending) return;
          if (isFollowed) setIsOpen(!isOpen);
          else change.run("all");
        }}
      >
        <span>{isFollowed && !showsMode ? "Following" : label}</span>
      </Button>
      {isOpen !== undefined && (
        <LazyPart code={menuCode}>
          {({ FollowMenu }) => (
            <FollowMenu
              button={button.current!}
              isOpen={isOpen}
              setIsOpen={setIsOpen}
              mode={mode}
              choose={(chosen) => chosen !== mode && change.run(chosen)}
            />
          )}
        </LazyPart>
      )}
    </>
  );
}

import { AREA_LIMITS, type Area } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { failureText } from "../../shared/api/result.ts";
import { FailedList } from "../../shared/paged-list/failed-list.tsx";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import { PageLink } from "../../shared/ui/links.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useFocusFallback } from "../../shared/ui/use-focus-fallback.ts";
import { AreaForm } from "./area-form.tsx";
import { areasQuery } from "./areas-api.ts";
import { useChangeAreas } from "./use-change-areas.ts";

const ADD_ID = "add-area";
const changeId = ({ id }: Area): string => `change-${id}`;

/** The areas of the website, which admins name, order and delete. */
export function AreasPage() {
  const heading = useScreenHeading("Areas of the website");
  const { data: areas, error, isFetching, refetch } = useQuery(areasQuery);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 ref={heading} tabIndex={-1} className="mr-auto font-semibold font-serif text-2xl">
          Areas of the website
        </h1>
        <PageLink href="/members" className="text-accent text-sm underline underline-offset-4">
          Back to the members
        </PageLink>
      </div>
      <p className="mt-1 max-w-2xl text-soft">
        A new report gets the first area in this list whose pattern fits the path of its website address. Its reporter
        can choose another one, and admins can correct it. Reports that are there already stay as they are.
      </p>
      {error && <FailedList name="areas" error={error} busy={isFetching} retry={() => void refetch()} />}
      {areas !== undefined && <AreaList areas={areas} />}
    </>
  );
}

function AreaList({ areas }: { areas: readonly Area[] }) {
  // The id of the area whose form is open; `ADD_ID` for the form of a new one.
  const [openForm, setOpenForm] = useState<string | null>(null);
  const { save, moveUp, remove, error, isPending } = useChangeAreas(areas);
  const focusAdd = useFocusFallback(ADD_ID);
  const formProps = { save, close: () => setOpenForm(null) };
  return (
    <>
      {areas.length > 0 && (
        <Card className="mt-4 overflow-hidden">
          <ol className="divide-y divide-rule">
            {areas.map((area, index) => (
              <li key={area.id} ref={focusAdd} className="overflow-clip px-4 py-3 sm:px-5">
                {openForm === area.id ? (
                  <AreaForm area={area} buttonId={changeId(area)} {...formProps} />
                ) : (
                  <AreaRow
                    area={area}
                    index={index}
                    isBusy={isPending}
                    isLocked={openForm !== null}
                    onMoveUp={() => moveUp(area)}
                    onEdit={() => setOpenForm(area.id)}
                    onDelete={() => remove(area)}
                  />
                )}
              </li>
            ))}
          </ol>
        </Card>
      )}
      {areas.length === 0 && openForm !== ADD_ID && (
        <Card className="mt-4 px-6 py-8 text-center">
          <p className="text-soft">There are no areas yet, so nobody is asked for one.</p>
        </Card>
      )}
      {error !== null && (
        <Notice kind="error" className="mt-4">
          {`The areas were not changed. ${failureText(error)}`}
        </Notice>
      )}
      {openForm === ADD_ID ? (
        <Card className="mt-4 px-4 py-4 sm:px-5">
          <AreaForm area={null} buttonId={ADD_ID} {...formProps} />
        </Card>
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            id={ADD_ID}
            disabled={areas.length >= AREA_LIMITS.areas || openForm !== null}
            onClick={() => setOpenForm(ADD_ID)}
          >
            Add an area
          </Button>
          {areas.length >= AREA_LIMITS.areas && (
            <p className="text-soft text-sm">{`There are ${AREA_LIMITS.areas} areas, the most there can be.`}</p>
          )}
        </div>
      )}
    </>
  );
}

interface AreaRowProps {
  area: Area;
  index: number;
  isBusy: boolean;
  /** Whether the form of another area is open. */
  isLocked: boolean;
  onMoveUp: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function AreaRow({ area, index, isBusy, isLocked, onMoveUp, onEdit, onDelete }: AreaRowProps) {
  const nameId = useId();
  const editButton = useRef<HTMLButtonElement>(null);
  const upButton = useRef<HTMLButtonElement>(null);
  const isMoving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the order
  useLayoutEffect(() => {
    // The browser takes the focus from an element that is moved in the page. The first area has no button to move it.
    if (isMoving.current) (upButton.current ?? editButton.current)?.focus();
    isMoving.current = false;
  }, [index]);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-56">
        <span id={nameId} dir="auto" className="wrap-anywhere block font-semibold">
          {area.name}
        </span>
        {/* A path is read from left to right, also between letters of another direction. */}
        <bdo dir="ltr" className="wrap-anywhere block text-soft text-sm">
          {area.pattern}
        </bdo>
      </p>
      <div className="flex flex-wrap gap-2 print:hidden">
        {index > 0 && (
          <IconButton
            ref={upButton}
            label="Move up"
            aria-describedby={nameId}
            onClick={() => {
              isMoving.current = true;
              onMoveUp();
            }}
          >
            <Icon name="arrow-up" className="size-4" />
          </IconButton>
        )}
        <Button
          ref={editButton}
          id={changeId(area)}
          size="sm"
          disabled={isLocked}
          aria-describedby={nameId}
          onClick={onEdit}
        >
          Change
        </Button>
        <Button size="sm" variant="danger" busy={isBusy} aria-describedby={nameId} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </div>
  );
}

import { type Issue, TYPE_LABELS, type User } from "@logbook/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { AlertDialog } from "radix-ui";
import { failureOf, unwrap } from "../api/api-error.ts";
import { deleteIssue } from "../api/delete-issue.ts";
import { UNEXPECTED } from "../api/texts.ts";
import { focusEntries } from "../list/focus-entries.ts";
import { announce } from "../ui/announcer.tsx";
import { BACKDROP } from "../ui/backdrop.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useReturnFocus } from "../ui/use-return-focus.ts";

/** Asks before a report is deleted, by its name. */
export function DeleteDialog({ issue, user, close }: { issue: Issue; user: User; close: () => void }) {
  const client = useQueryClient();
  const returnFocus = useReturnFocus(focusEntries);
  const reload = () => client.invalidateQueries({ queryKey: ["issues"] });
  const remove = useMutation({
    mutationFn: () => unwrap(deleteIssue({ id: issue.id, userId: user.id })),
    onSuccess: async () => {
      await reload();
      announce(`“${issue.title}” was deleted.`);
    },
    onError: async (error) => {
      console.error("Failed to delete issue:", failureOf(error) ?? error);
      if (failureOf(error)?.status !== 404) return;
      // Another admin was faster; the card goes, and this dialog with it.
      await reload();
      announce(`“${issue.title}” was already deleted.`);
    },
  });
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !remove.isPending && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={BACKDROP} />
        <AlertDialog.Content
          {...returnFocus}
          className="fixed top-1/2 left-1/2 z-50 w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 max-h-[90dvh] overflow-y-auto rounded-md border border-rule bg-sheet p-5 shadow-raised sm:p-6"
        >
          <AlertDialog.Title className="font-semibold font-serif text-xl">Delete this report?</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-soft">
            {TYPE_LABELS[issue.type]} <strong className="font-semibold text-ink">“{issue.title}”</strong> by{" "}
            {issue.reporter} goes out of the logbook, with its attachments and amendments.
          </AlertDialog.Description>
          {remove.isError && (
            <Notice kind="error" className="mt-4">
              {failureOf(remove.error)?.error ?? UNEXPECTED}
            </Notice>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button disabled={remove.isPending}>Keep it</Button>
            </AlertDialog.Cancel>
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete report
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

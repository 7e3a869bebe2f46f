import { LIMITS, type WireMember } from "@logbook/domain";
import { Dialog } from "radix-ui";
import { useRef, useState } from "react";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { RESET_PATH } from "../../shared/screens/screens.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { ModalDialog } from "../../shared/ui/modal-dialog.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { makeResetLink } from "./api.ts";

/** Makes a link with which a member who has forgotten their password sets a new one. */
export function ResetLinkButton({ member, nameId }: { member: WireMember; nameId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-describedby={nameId} onClick={() => setIsOpen(true)}>
        Password link
      </Button>
      {isOpen && <ResetLinkDialog member={member} close={() => setIsOpen(false)} />}
    </>
  );
}

/** Asks first, then shows the link: closing the dialog forgets it. */
function ResetLinkDialog({ member, close }: { member: WireMember; close: () => void }) {
  const [link, setLink] = useState<string | null>(null);
  const linkInput = useRef<HTMLInputElement>(null);
  const making = useAction(async () => {
    const { token } = await unwrap(makeResetLink(member.id), "Failed to make a link:");
    setLink(`${location.origin}${RESET_PATH}#${token}`);
    announce("The link is ready.");
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link!);
      announce("Link copied.");
    } catch {
      linkInput.current?.select();
      announce("The link could not be copied. It is selected now: please copy it yourself.");
    }
  };
  return (
    <ModalDialog
      title={`A password link for ${member.username}`}
      description={
        link === null
          ? `With this link they choose a new password, without the old one. It works once, for ${LIMITS.resetLinkMinutes} minutes, and replaces an earlier link. Please send it only to the person themselves: whoever has it gets the account.`
          : "This link is shown only now. Copy it and send it to the person in a way that nobody else reads."
      }
      busy={making.isPending}
      close={close}
    >
      {link !== null && (
        <div className="mt-4">
          <Field label="Link">
            {(fieldProps) => (
              <TextInput
                {...fieldProps}
                ref={linkInput}
                readOnly
                dir="ltr"
                value={link}
                onFocus={({ target }) => target.select()}
              />
            )}
          </Field>
        </div>
      )}
      {making.error !== null && (
        <Notice kind="error" className="mt-4">
          {failureText(making.error)}
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Dialog.Close asChild>
          <Button disabled={making.isPending}>{link === null ? "Cancel" : "Close"}</Button>
        </Dialog.Close>
        {link === null ? (
          <Button variant="primary" busy={making.isPending} onClick={() => making.run()}>
            Make link
          </Button>
        ) : (
          <Button variant="primary" onClick={() => void copy()}>
            <Icon name="link" className="size-4" />
            <span>Copy link</span>
          </Button>
        )}
      </div>
    </ModalDialog>
  );
}

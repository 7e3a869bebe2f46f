import type { Issue } from "@logbook/domain";
import type { ComponentProps } from "react";
import { reportHref, reportReference } from "../screens/report-address.ts";
import { announce } from "./announcer.tsx";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface CopyLinkButtonProps extends Pick<ComponentProps<typeof Button>, "variant"> {
  report: Pick<Issue, "number" | "id">;
}

/** Copies the address of a report's page. If the browser forbids copying, a message shows the address. */
export function CopyLinkButton({ report, variant }: CopyLinkButtonProps) {
  const copy = async () => {
    const address = new URL(reportHref(reportReference(report)), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      announce("Link copied.");
    } catch {
      announce(`The link could not be copied. It is ${address}`);
    }
  };
  return (
    <Button size="sm" variant={variant} onClick={() => void copy()}>
      <Icon name="link" className="size-4" />
      <span>Copy link</span>
    </Button>
  );
}

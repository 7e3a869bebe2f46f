import { type AriaAttributes, type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** A whole sentence that describes why the control is invalid. */
  error?: string | null | undefined;
  required?: boolean;
  /** The id of an error outside this field, such as a notice for the whole form. */
  errorId?: string | undefined;
  className?: string | undefined;
  /** Renders the control with these attributes, which connect the control to the label, the hint and the error. */
  children: (attributes: AriaAttributes & { id: string }) => ReactNode;
}

// A red star. Its alternative text is empty, because screen readers present `aria-required`.
const REQUIRED_MARK = "after:text-red after:content-['_*'_/_'']";

export function Field({ label, hint, error, required, errorId, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <label htmlFor={id} className={`mb-1 block font-semibold text-sm ${required ? REQUIRED_MARK : ""}`}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error || errorId ? true : undefined,
        "aria-required": required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-soft text-xs">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 flex items-start gap-1 text-red text-sm">
          <Icon name="circle-exclamation-point" className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

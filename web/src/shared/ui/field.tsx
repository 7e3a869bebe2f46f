import { type AriaAttributes, type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** A whole sentence. It marks the control as invalid and describes it. */
  error?: string | null | undefined;
  required?: boolean;
  /** Id of an error outside this field, such as one notice for the whole form. */
  errorId?: string | undefined;
  className?: string | undefined;
  /** Renders the control. The attributes connect it to its label, hint and error: spread them onto it. */
  children: (control: AriaAttributes & { id: string }) => ReactNode;
}

export function Field({ label, hint, error, required, errorId, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`, errorId].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={`mb-1 block font-semibold text-sm ${required ? "after:text-red after:content-['_*'_/_'']" : ""}`}
      >
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
          {error}
        </p>
      )}
    </div>
  );
}

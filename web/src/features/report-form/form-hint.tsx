/** A line beside a form's buttons. It explains the mark of required fields, and says what Ctrl+Enter does. */
export function FormHint({ ctrlEnterVerb }: { ctrlEnterVerb: "submits" | "saves" }) {
  return (
    <p className="text-soft text-xs">
      <span className="text-red">*</span> required.
      <span className="max-sm:hidden"> Ctrl or ⌘ with Enter {ctrlEnterVerb}.</span>
    </p>
  );
}

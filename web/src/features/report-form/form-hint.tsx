/** A line beside a form's buttons. It explains the mark of required fields and the keys that submit the form. */
export function FormHint({ keysDo }: { keysDo: "submits" | "saves" }) {
  return (
    <p className="text-soft text-xs">
      <span className="text-red">*</span> required.
      <span className="max-sm:hidden"> Ctrl or ⌘ with Enter {keysDo}.</span>
    </p>
  );
}

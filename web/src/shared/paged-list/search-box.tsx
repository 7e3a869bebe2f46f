import { LIMITS } from "@logbook/domain";
import { type ComponentProps, useId, useRef } from "react";
import { usePreHydrationValue } from "../ui/forms.ts";
import { Icon } from "../ui/icon.tsx";
import { TextInput } from "../ui/inputs.tsx";

interface SearchBoxProps extends ComponentProps<"input"> {
  label: string;
  value: string;
  setText: (text: string) => void;
}

/** A search field with a label and an icon. Its parent must be `relative`: the icon is positioned in the parent. */
export function SearchBox({ label, setText, ...props }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  usePreHydrationValue(input, props.value, setText);
  return (
    <>
      <label htmlFor={id} className="mb-1 block font-semibold text-sm">
        {label}
      </label>
      <Icon name="search" className="pointer-events-none absolute bottom-3 left-3 size-5 text-soft sm:bottom-2.5" />
      <TextInput
        {...props}
        ref={input}
        id={id}
        type="search"
        className="pl-10"
        maxLength={LIMITS.searchLength}
        onChange={(event) => setText(event.target.value)}
      />
    </>
  );
}

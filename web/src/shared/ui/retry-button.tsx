import { Button, type ButtonProps } from "./button.tsx";

/** `subject` names what is retried where several of these buttons show; `children` is an icon. */
export function RetryButton({ subject, children, ...rest }: ButtonProps & { subject?: string }) {
  return (
    <Button size="sm" aria-label={subject && `Retry ${subject}`} {...rest}>
      {children}
      Retry
    </Button>
  );
}

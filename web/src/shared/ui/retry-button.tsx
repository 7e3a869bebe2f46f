import { Button, type ButtonProps } from "./button.tsx";

/** Props of `RetryButton`: those of `Button`. `subject` names what is retried where several of them show; `children` is an icon. */
export interface RetryButtonProps extends ButtonProps {
  subject?: string;
}

export function RetryButton({ subject, children, ...rest }: RetryButtonProps) {
  return (
    <Button size="sm" aria-label={subject && `Retry ${subject}`} {...rest}>
      {children}
      Retry
    </Button>
  );
}

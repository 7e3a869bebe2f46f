/** The product's logo: a book with the signal flag L. It is decorative: the product's name is beside it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="6 3 21 26" className={className} aria-hidden="true">
      <path
        d="M8 6.5A2.5 2.5 0 0 1 10.5 4H24a1 1 0 0 1 1 1v21a2 2 0 0 1-2 2H10.5A2.5 2.5 0 0 1 8 25.5Z"
        fill="#f4f0e1"
        stroke="#0d2921"
        strokeWidth="0.6"
      />
      <path d="M11.5 4v24" stroke="#14382f" strokeWidth="1.2" />
      <path d="M14 8h4.5v4.5H14zm4.5 4.5H23V17h-4.5z" fill="#f2c230" />
      <path d="M18.5 8H23v4.5h-4.5zM14 12.5h4.5V17H14z" fill="#16130a" />
      <path d="M14 21h9M14 24h6" stroke="#14382f" strokeWidth="1.2" opacity="0.55" />
    </svg>
  );
}

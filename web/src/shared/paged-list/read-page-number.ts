/** The page number in the address; 1 if it is missing, invalid or longer than nine digits. */
export function readPageNumber(params: URLSearchParams): number {
  const page = params.get("page") ?? "";
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
}

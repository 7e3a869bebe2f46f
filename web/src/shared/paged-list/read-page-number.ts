/** The page number in the address; 1 if it is missing, invalid or longer than nine digits. */
export function readPageNumber(params: URLSearchParams, name = "page"): number {
  const page = params.get(name) ?? "";
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
}

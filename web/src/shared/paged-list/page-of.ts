/** The page's number in the address; what is none is the first. */
export function pageOf(params: URLSearchParams): number {
  const page = params.get("page") ?? "";
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
}

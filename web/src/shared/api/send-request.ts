import { withTimeout } from "../browser/with-timeout.ts";
import { getAppCheckToken } from "../session/auth.ts";

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

// Longer than the API ever takes. On a connection that went silent, the browser alone would wait for many minutes.
export const REQUEST_TIMEOUT_MS = 90_000;

/** Sends one request, with the token if there is one. Rejects if no response begins in time. */
export async function sendRequest(
  path: string,
  { method = "GET", body, signal }: RequestOptions,
  token: string | null,
): Promise<Response> {
  const headers: Record<string, string> = {};
  const appCheckToken = await getAppCheckToken();
  if (appCheckToken !== null) headers["X-Firebase-AppCheck"] = appCheckToken;
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const request: RequestInit = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  return await withTimeout(fetch(path, request), REQUEST_TIMEOUT_MS);
}

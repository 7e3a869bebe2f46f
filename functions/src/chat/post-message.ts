import { lookup as lookUpAddresses } from "node:dns/promises";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { ChatResult } from "@logbook/domain";
import type { ChatTarget } from "./chat-settings.ts";
import { isPublicAddress } from "./public-address.ts";

export interface ChatRequest {
  method: "POST" | "PUT";
  /** Appended to the target's path. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What became of a request. `retryAfterMs` is set for `busy` if the service has said how long to wait. */
export interface ChatOutcome {
  result: ChatResult;
  /** The HTTP status of a refusal. */
  status?: number;
  retryAfterMs?: number;
}

/** How addresses are found and checked, and how long a request may take; tests replace it. */
export interface Network {
  timeoutMs: number;
  resolve(hostname: string): Promise<{ address: string; family: number }[]>;
  isAllowed(address: string): boolean;
}

const INTERNET: Network = {
  timeoutMs: 5_000,
  resolve: (hostname) => lookUpAddresses(hostname, { all: true }),
  isAllowed: isPublicAddress,
};

class PrivateAddress extends Error {}

/**
 * Sends one request over a new connection, within 5 seconds. Follows no redirect and reads no body of a response. Never
 * rejects: an error might quote the secret address.
 */
export function postMessage(target: ChatTarget, message: ChatRequest, network = INTERNET): Promise<ChatOutcome> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(network.timeoutMs);
    const request = openRequest(target, message, network, signal);
    request.on("response", (response) => {
      resolve(outcomeOf(response));
      response.destroy();
    });
    request.on("error", (error) => {
      const failure: ChatResult = error instanceof PrivateAddress ? "private" : "unreachable";
      resolve({ result: signal.aborted ? "slow" : failure });
    });
    request.end(message.body);
  });
}

function openRequest(
  { url, token, emulatorHost }: ChatTarget,
  { method, path, headers, body }: ChatRequest,
  network: Network,
  signal: AbortSignal,
): ClientRequest {
  const options = {
    method,
    agent: false,
    signal,
    path: `${url.pathname}${path}${url.search}`,
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": "Logbook",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  };
  if (emulatorHost !== undefined) return http.request(`http://${emulatorHost}`, options);
  return https.request({ ...options, hostname: url.hostname, port: url.port, lookup: checkedLookup(network) });
}

/**
 * Finds the addresses of a host, once for a connection, and fails if one of them is not allowed. The connection is made to
 * one of those that were checked, so that another answer of the DNS a moment later changes nothing.
 */
function checkedLookup({ resolve, isAllowed }: Network): LookupFunction {
  return (hostname, options, callback) => {
    const fail = (error: Error) => callback(error, "");
    resolve(hostname).then((addresses) => {
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
        return fail(new PrivateAddress());
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    }, fail);
  };
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): ChatOutcome {
  if (statusCode >= 200 && statusCode < 300) return { result: "delivered" };
  if (statusCode >= 300 && statusCode < 400) return { result: "redirected", status: statusCode };
  if (statusCode === 429) return { result: "busy", status: statusCode, ...retryAfter(headers["retry-after"]) };
  if (statusCode === 408 || statusCode >= 500) return { result: "unavailable", status: statusCode };
  return { result: "refused", status: statusCode };
}

/** `Retry-After`, seconds or a date. */
function retryAfter(header: string | undefined): { retryAfterMs?: number } {
  if (header === undefined) return {};
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? { retryAfterMs: Math.max(0, ms) } : {};
}

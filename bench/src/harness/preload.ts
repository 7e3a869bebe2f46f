import http from "node:http";
import https from "node:https";

/*
 * Node loads this file first in each measured process. The public keys of ID tokens come from BENCH_KEYS_URL instead of
 * Google, and the process answers each message of its parent with its memory use.
 */

const KEYS_HOST = "www.googleapis.com";
const KEYS_PATH = "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";

const keysUrl = new URL(process.env.BENCH_KEYS_URL ?? "");
const originalRequest = https.request;

function requestWithLocalKeys(...args: Parameters<typeof https.request>): http.ClientRequest {
  const [options] = args as unknown[];
  const { host, hostname, path } = (options ?? {}) as https.RequestOptions;
  if ((hostname ?? host) !== KEYS_HOST || path !== KEYS_PATH) return originalRequest(...args);
  return http.request(keysUrl, args.at(-1) as (response: http.IncomingMessage) => void);
}
https.request = requestWithLocalKeys as typeof https.request;

process.on("message", () => {
  // The first collection runs finalizers; the second collection frees what the finalizers have released.
  globalThis.gc?.();
  globalThis.gc?.();
  // `maxRSS` is in KiB.
  process.send?.({ rss: process.memoryUsage.rss(), peakRss: process.resourceUsage().maxRSS * 1024 });
});
// The open channel to the parent must not keep the process running.
process.channel?.unref();

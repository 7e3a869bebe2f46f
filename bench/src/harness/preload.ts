import http from "node:http";
import https from "node:https";

/*
 * Loaded into each measured process before anything else. The keys that ID tokens are verified with come from the
 * address in BENCH_KEYS instead of Google's, and a message from the parent is answered with the memory in use.
 */

const KEYS_HOST = "www.googleapis.com";
const KEYS_PATH = "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";

const elsewhere = new URL(process.env.BENCH_KEYS ?? "");
const request = https.request;

function requestKeysHere(...args: Parameters<typeof https.request>): http.ClientRequest {
  const [options] = args as unknown[];
  const { host, hostname, path } = (options ?? {}) as https.RequestOptions;
  if ((hostname ?? host) !== KEYS_HOST || path !== KEYS_PATH) return request(...args);
  return http.request(elsewhere, args.at(-1) as (response: http.IncomingMessage) => void);
}
https.request = requestKeysHere as typeof https.request;

process.on("message", () => {
  // The second one frees what finalizers of the first let go of.
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 });
});
// The parent's wish to ask is no reason to stay.
process.channel?.unref();

import http from "node:http";
import https from "node:https";

/*
 * Node loads this file first in each served function that verifies tokens of the bench or of a test. Requests for
 * Google's public keys go to LOGBOOK_KEYS_URL, and the process answers each message of its parent with its memory use.
 * The file is JavaScript, because Node would need time to strip types at a cold start.
 */

const KEY_HOSTS = ["www.googleapis.com", "firebaseappcheck.googleapis.com"];

const originalRequest = https.request;
https.request = (...args) => {
  const { host, hostname, path } = args[0];
  const requestHost = hostname ?? host ?? "";
  if (!KEY_HOSTS.includes(requestHost)) return originalRequest(...args);
  return http.request(new URL(`/${requestHost}${path}`, process.env.LOGBOOK_KEYS_URL), args.at(-1));
};

process.on("message", () => {
  // The first collection runs finalizers; the second collection frees what the finalizers have released.
  globalThis.gc?.();
  globalThis.gc?.();
  // `maxRSS` is in KiB.
  process.send({ rss: process.memoryUsage.rss(), peakRss: process.resourceUsage().maxRSS * 1024 });
});
// The open channel to the parent must not keep the process running.
process.channel?.unref();

import http from "node:http";
import https from "node:https";

/* A served function loads this module first. It then requests the keys that verify tokens from LOGBOOK_TEST_KEYS. */

const KEY_HOSTS = ["www.googleapis.com", "firebaseappcheck.googleapis.com"];

const originalRequest = https.request;
https.request = ((...args: Parameters<typeof https.request>) => {
  const { host, hostname, path } = args[0] as https.RequestOptions;
  const requestHost = hostname ?? host ?? "";
  if (!KEY_HOSTS.includes(requestHost)) return originalRequest(...args);
  const keyAddress = new URL(`/${requestHost}${path}`, process.env.LOGBOOK_TEST_KEYS);
  return http.request(keyAddress, args.at(-1) as (response: http.IncomingMessage) => void);
}) as typeof https.request;

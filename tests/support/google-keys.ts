import http from "node:http";
import https from "node:https";

/* Preloaded into a served function: fetches the keys that verify tokens from LOGBOOK_TEST_KEYS instead of Google. */

const HOSTS = ["www.googleapis.com", "firebaseappcheck.googleapis.com"];

const { request } = https;
https.request = ((...args: Parameters<typeof https.request>) => {
  const { host, hostname, path } = args[0] as https.RequestOptions;
  const keyHost = hostname ?? host ?? "";
  if (!HOSTS.includes(keyHost)) return request(...args);
  const here = new URL(`/${keyHost}${path}`, process.env.LOGBOOK_TEST_KEYS);
  return http.request(here, args.at(-1) as (response: http.IncomingMessage) => void);
}) as typeof https.request;

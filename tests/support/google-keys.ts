import http from "node:http";
import https from "node:https";

/*
 * Loaded into a served function before anything else: the keys that ID tokens and App Check tokens are verified with come
 * from the address in LOGBOOK_TEST_KEYS instead of Google's.
 */

const HOSTS = ["www.googleapis.com", "firebaseappcheck.googleapis.com"];

const { request } = https;
https.request = ((...args: Parameters<typeof https.request>) => {
  const { host, hostname, path } = args[0] as https.RequestOptions;
  const asked = hostname ?? host ?? "";
  if (!HOSTS.includes(asked)) return request(...args);
  const here = new URL(`/${asked}${path}`, process.env.LOGBOOK_TEST_KEYS);
  return http.request(here, args.at(-1) as (response: http.IncomingMessage) => void);
}) as typeof https.request;

import http from "node:http";
import https from "node:https";

/* Preloaded into a served function, which then gets the keys that verify tokens from LOGBOOK_TEST_KEYS, not Google. */

const KEY_HOSTS = ["www.googleapis.com", "firebaseappcheck.googleapis.com"];

const { request } = https;
https.request = ((...args: Parameters<typeof https.request>) => {
  const { host, hostname, path } = args[0] as https.RequestOptions;
  const requestHost = hostname ?? host ?? "";
  if (!KEY_HOSTS.includes(requestHost)) return request(...args);
  const keyAddress = new URL(`/${requestHost}${path}`, process.env.LOGBOOK_TEST_KEYS);
  return http.request(keyAddress, args.at(-1) as (response: http.IncomingMessage) => void);
}) as typeof https.request;

import { readFileSync } from "node:fs";
import http from "node:http";
import express from "express";
import { initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import "firebase-admin/firestore";
import { onRequest } from "firebase-functions/https";
import type { RecordedResponse } from "./recorded-response.ts";

/*
 * The limit of a list request (bench/README.md): this function does only what every list request needs. It verifies the token, reads in one request the
 * two documents that the real function reads, and sends the recorded response of the real function. It imports the same
 * packages as the real function, so that their cold starts can be compared.
 */

const responses = new Map(
  Object.entries(
    JSON.parse(readFileSync(process.env.BENCH_RESPONSES!, "utf8")) as Record<string, RecordedResponse>,
  ).map(([path, { headers, body }]) => [path, { headers, bytes: Buffer.from(body, "base64") }] as const),
);

const documents = `projects/${process.env.GCLOUD_PROJECT}/databases/(default)/documents`;
const batchGet = `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${documents}:batchGet`;
const auth = getAuth(initializeApp());

const agent = new http.Agent({ keepAlive: true });

function readMemberAndBoard(uid: string): Promise<{ found?: object }[]> {
  const names = [`members/${uid}`, "boards/main"].map((path) => `${documents}/${path}`);
  const headers = { authorization: "Bearer owner", "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const request = http.request(batchGet, { method: "POST", headers, agent, timeout: 10_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as { found?: object }[]));
    });
    request.on("timeout", () => request.destroy());
    request.on("error", reject);
    request.end(JSON.stringify({ documents: names }));
  });
}

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.get("/api/issues", async (request, response) => {
  const { uid } = await auth.verifyIdToken((request.get("authorization") ?? "").slice("Bearer ".length));
  const documentsRead = await readMemberAndBoard(uid);
  const recorded = responses.get(request.originalUrl);
  if (!documentsRead.every(({ found }) => found !== undefined) || recorded === undefined) {
    response.status(500).end();
    return;
  }
  response.removeHeader("x-powered-by");
  response.status(200).set(recorded.headers).end(recorded.bytes);
});

export const api = onRequest({ invoker: "public", cors: false }, app);

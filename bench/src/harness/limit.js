import { readFileSync } from "node:fs";
import http from "node:http";
import express from "express";
import { initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
// Imported only because the real function imports it (see below).
import "firebase-admin/firestore";
import { onRequest } from "firebase-functions/https";

/*
 * The minimal function: it does only what every list request needs, so its time is the limit: the real function cannot
 * be faster (bench/README.md). It verifies the token, reads the two documents that the real function reads, and sends a
 * recorded response of the real function. It imports the same packages as the real function, for a fair cold start. For
 * the same reason it is JavaScript: Node would need time to strip types.
 */

/** The recorded responses by path: `headers`, and `body` in Base64 (`recordResponses` in ../server/instance.ts). */
const recordedResponses = JSON.parse(readFileSync(process.env.BENCH_RESPONSES, "utf8"));
const documentsName = `projects/${process.env.GCLOUD_PROJECT}/databases/(default)/documents`;
const batchGetUrl = `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/${documentsName}:batchGet`;
const auth = getAuth(initializeApp());
const agent = new http.Agent({ keepAlive: true });

/** Firestore returns an entry for each document; `found` is missing if the document does not exist. */
function readMemberAndBoard(uid) {
  const names = [`members/${uid}`, "boards/main"].map((path) => `${documentsName}/${path}`);
  // The emulator treats the token `owner` as an administrator's token.
  const headers = { authorization: "Bearer owner", "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const request = http.request(batchGetUrl, { method: "POST", headers, agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    request.on("error", reject);
    request.end(JSON.stringify({ documents: names }));
  });
}

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.get("/api/issues", async (request, response) => {
  const { uid } = await auth.verifyIdToken((request.get("authorization") ?? "").slice("Bearer ".length));
  const documents = await readMemberAndBoard(uid);
  const recordedResponse = recordedResponses[request.originalUrl];
  if (documents.some(({ found }) => found === undefined) || recordedResponse === undefined) {
    response.status(500).end();
    return;
  }
  // Google's functions framework sets this header before our code runs.
  response.removeHeader("x-powered-by");
  response.status(200).set(recordedResponse.headers).end(Buffer.from(recordedResponse.body, "base64"));
});

export const api = onRequest({ invoker: "public", cors: false }, app);

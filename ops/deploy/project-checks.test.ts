import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CommandError } from "../../suite/command-line/command.ts";
import type { AuthConfig } from "./auth-settings.ts";
import { checkProject, ORIGINS } from "./project-checks.ts";
import type { Settings } from "./settings.ts";

const settings: Settings = { projectId: "our-logbook", apiKey: "web-key", storageBucket: "our-files", appId: "a" };

interface ReceivedRequest {
  call: string;
  authorization: string | undefined;
  referer: string | undefined;
}

/** The response of Google's services to each call, as their documentation describes it. */
type Responses = Record<string, { status?: number; body: object }>;

const PASSWORD_CALL = "POST /v1/accounts:signInWithPassword?key=web-key";
const BUCKET_CALL = "GET /storage/v1/b/our-files?fields=location,softDeletePolicy";
const DATABASE_CALL = "GET /v1/projects/our-logbook/databases/(default)";
const BACKUPS_CALL = `${DATABASE_CALL}/backupSchedules`;
const CONFIG_CALL = "GET /admin/v2/projects/our-logbook/config";
const PROVIDERS_CALL = "GET /admin/v2/projects/our-logbook/defaultSupportedIdpConfigs";

const GOOD_AUTH: AuthConfig = {
  signIn: { email: { enabled: true, passwordRequired: true }, phoneNumber: {}, anonymous: {} },
  client: { permissions: { disabledUserSignup: true, disabledUserDeletion: true } },
};
const createRefusal = (code: number, message: string) => ({ status: code, body: { error: { code, message } } });
const GOOD_RESPONSES: Responses = {
  // The tried account does not exist. Google refuses it, but accepts the API key, which is all that is checked.
  [PASSWORD_CALL]: createRefusal(400, "INVALID_LOGIN_CREDENTIALS"),
  [BUCKET_CALL]: { body: { location: "US-CENTRAL1", softDeletePolicy: { retentionDurationSeconds: "0" } } },
  [DATABASE_CALL]: {
    body: {
      name: "projects/our-logbook/databases/(default)",
      locationId: "nam5",
      deleteProtectionState: "DELETE_PROTECTION_ENABLED",
      pointInTimeRecoveryEnablement: "POINT_IN_TIME_RECOVERY_ENABLED",
    },
  },
  [BACKUPS_CALL]: { body: { backupSchedules: [{ retention: "604800s", dailyRecurrence: {} }] } },
  [CONFIG_CALL]: { body: GOOD_AUTH },
  [PROVIDERS_CALL]: { body: {} },
};

let responses: Responses;
let receivedRequests: ReceivedRequest[];
let server: Server;
let fakeGoogle: typeof ORIGINS;
beforeEach(async () => {
  responses = { ...GOOD_RESPONSES };
  receivedRequests = [];
  server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    receivedRequests.push({ call, authorization: request.headers.authorization, referer: request.headers.referer });
    const { status = 200, body } = responses[call] ?? createRefusal(404, `no response to ${call}`);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body, null, 2));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fakeGoogle = { storage: origin, firestore: origin, auth: origin };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const authorize = async () => ({ authorization: "Bearer token" });
const problemsAndWarnings = (findings: object[]) => findings.filter((finding) => !("ok" in finding));

describe("a real project before a deploy", () => {
  it("gets requests for its locations, its Auth settings and one sign-in, and no others", async () => {
    expect(problemsAndWarnings(await checkProject(settings, authorize, fakeGoogle))).toEqual([]);
    expect(receivedRequests.map(({ call }) => call).sort()).toEqual(Object.keys(GOOD_RESPONSES).sort());
    for (const { call, authorization, referer } of receivedRequests) {
      expect(authorization, call).toBe(call === PASSWORD_CALL ? undefined : "Bearer token");
      expect(referer).toBeUndefined();
    }
  });

  it("is refused if its bucket is in another region, and the problem names a region that fits", async () => {
    responses[BUCKET_CALL] = { body: { location: "US-EAST1" } };
    responses[DATABASE_CALL] = { body: { locationId: "us-east1" } };
    expect(problemsAndWarnings(await checkProject(settings, authorize, fakeGoogle))).toEqual([
      { problem: expect.stringContaining('Set "region":"us-east1"') },
      { warning: expect.stringContaining('Set "region":"us-east1"') },
    ]);
    expect(problemsAndWarnings(await checkProject({ ...settings, region: "us-east1" }, authorize, fakeGoogle))).toEqual(
      [],
    );
  });

  it("gets a warning if a mistake could delete its database for good", async () => {
    responses[DATABASE_CALL] = {
      body: {
        locationId: "nam5",
        deleteProtectionState: "DELETE_PROTECTION_DISABLED",
        pointInTimeRecoveryEnablement: "POINT_IN_TIME_RECOVERY_DISABLED",
      },
    };
    responses[BACKUPS_CALL] = { body: {} };
    expect(problemsAndWarnings(await checkProject(settings, authorize, fakeGoogle))).toEqual([
      {
        warning: expect.stringContaining(
          "has no delete protection, no point-in-time recovery, no backup schedule: docs",
        ),
      },
    ]);
  });

  it("gets a warning if it keeps deleted files", async () => {
    responses[BUCKET_CALL] = { body: { location: "US", softDeletePolicy: { retentionDurationSeconds: "604800" } } };
    expect(problemsAndWarnings(await checkProject(settings, authorize, fakeGoogle))).toEqual([
      { warning: expect.stringContaining("keeps deleted files for 7 days") },
    ]);
  });

  it("is refused if its web key is restricted to websites, unless the server has its own key", async () => {
    responses[PASSWORD_CALL] = createRefusal(403, "Requests from referer <empty> are blocked.");
    expect(problemsAndWarnings(await checkProject(settings, authorize, fakeGoogle))).toEqual([
      { problem: expect.stringContaining("set serverApiKey") },
    ]);
    responses["POST /v1/accounts:signInWithPassword?key=server-key"] = createRefusal(400, "INVALID_LOGIN_CREDENTIALS");
    expect(
      problemsAndWarnings(await checkProject({ ...settings, serverApiKey: "server-key" }, authorize, fakeGoogle)),
    ).toEqual([]);
  });

  it("is not refused if a permission or a credential is missing, but gets a warning", async () => {
    for (const call of [BUCKET_CALL, DATABASE_CALL, BACKUPS_CALL, CONFIG_CALL])
      responses[call] = createRefusal(403, "The caller does not have permission");
    const warnings = problemsAndWarnings(await checkProject(settings, authorize, fakeGoogle));
    expect(warnings).toHaveLength(4);
    for (const finding of warnings)
      expect(finding).toEqual({ warning: expect.stringMatching(/could not be checked: .* 403: The caller does not/) });

    const authorizeSignedOut = () =>
      Promise.reject(new CommandError("Sign in with gcloud auth application-default login."));
    expect(problemsAndWarnings(await checkProject(settings, authorizeSignedOut, fakeGoogle))).toEqual([
      {
        warning: expect.stringMatching(
          /^Region, Auth's providers, soft delete and backups could not be checked: Sign in/,
        ),
      },
    ]);
  });

  it("gets a warning if the network is down", async () => {
    server.close();
    const authorizeSignedOut = () => Promise.reject(new CommandError("Sign in."));
    expect(problemsAndWarnings(await checkProject(settings, authorizeSignedOut, fakeGoogle))[0]).toEqual({
      warning: expect.stringContaining("could not be tried: connect ECONNREFUSED"),
    });
  });

  it("is checked at Google's own addresses", () => {
    expect(ORIGINS).toEqual({
      storage: "https://storage.googleapis.com",
      firestore: "https://firestore.googleapis.com",
      auth: "https://identitytoolkit.googleapis.com",
    });
  });
});

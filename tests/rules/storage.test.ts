import { ATTACHMENT_TYPES, attachmentPath, LIMITS } from "@logbook/domain";
import { Timestamp } from "firebase/firestore";
import type { UploadMetadata } from "firebase/storage";
import { beforeAll, describe, expect, test } from "vitest";
import { ACTORS, type Actor, IDENTITIES, MEMBERS, memberFields, SIGNED_IN_AT, withArticle } from "./shared/actors.ts";
import { EVERY_ID_CHARACTER, NOT_IN_IDS, namedCases } from "./shared/builders.ts";
import { MAY_EDIT_RULES } from "./shared/mutant.ts";
import {
  type Bucket,
  CLOSED_RULES,
  OPEN_RULES,
  RULES,
  type StorageFixtures,
  useStorageFixtures,
} from "./storage-fixtures.ts";

/** Stored files remain and cannot be overwritten, so every run uses its own report ids. */
const RUN = Date.now().toString(36);
const PNG: UploadMetadata = { contentType: "image/png" };
const BYTES = new TextEncoder().encode("a picture");

const fixtures = useStorageFixtures();
let counter = 0;

/** The path of a file that does not exist yet. */
const newPath = (uid: string): string => attachmentPath({ uid, issueId: `new-${RUN}`, fileId: `file-${++counter}` });
/** The path of a file that every actor's folder has. */
const storedPath = (uid: string): string => attachmentPath({ uid, issueId: `old-${RUN}`, fileId: "file" });

const expectRefused = (attempt: Promise<unknown>) =>
  expect(attempt).rejects.toMatchObject({ code: "storage/unauthorized" });

/** The operations that are tried on the folder of `uid`. */
const OPERATIONS: Record<string, (bucket: Bucket, uid: string) => Promise<unknown>> = {
  "read a file": (bucket, uid) => bucket.read(storedPath(uid)),
  "read a file's metadata": (bucket, uid) => bucket.metadata(storedPath(uid)),
  "get a file's download address": (bucket, uid) => bucket.downloadUrl(storedPath(uid)),
  "list files": (bucket, uid) => bucket.list(`attachments/${uid}/old-${RUN}`),
  "store a new file": (bucket, uid) => bucket.upload(newPath(uid), BYTES, PNG),
  "overwrite a file": (bucket, uid) => bucket.upload(storedPath(uid), BYTES, PNG),
  "overwrite a file with one of another type": (bucket, uid) =>
    bucket.upload(storedPath(uid), BYTES, { contentType: "text/plain" }),
  "change a file's type": (bucket, uid) => bucket.change(storedPath(uid), { contentType: "image/jpeg" }),
  "change a file's metadata": (bucket, uid) => bucket.change(storedPath(uid), { customMetadata: { note: "x" } }),
  "delete a file": (bucket, uid) => bucket.remove(storedPath(uid)),
};

async function storeEveryonesFile({ stored }: StorageFixtures): Promise<void> {
  for (const { uid } of Object.values(IDENTITIES)) await stored.upload(storedPath(uid), BYTES, PNG);
}

describe("access to attachments", () => {
  beforeAll(() => storeEveryonesFile(fixtures()));

  for (const actor of ACTORS) {
    const ownUid = IDENTITIES[actor].uid;
    const otherUid = IDENTITIES[actor === "member" ? "another member" : "member"].uid;
    for (const [operation, run] of Object.entries(OPERATIONS)) {
      const isAllowed = operation === "store a new file" && (MEMBERS as readonly Actor[]).includes(actor);
      test(`${withArticle(actor)} may ${isAllowed ? "" : "not "}${operation} in a folder of their own`, async () => {
        const attempt = run(fixtures().as(actor), ownUid);
        await (isAllowed ? expect(attempt).resolves.toBeDefined() : expectRefused(attempt));
      });
      test(`${withArticle(actor)} may not ${operation} in another member's folder`, () =>
        expectRefused(run(fixtures().as(actor), otherUid)));
    }
  }

  test.each(["", "attachments", `attachments/${IDENTITIES.member.uid}`])("nobody may list '%s'", async (folder) => {
    for (const actor of ACTORS) await expectRefused(fixtures().as(actor).list(folder));
  });

  test("the stored files are unchanged", async () => {
    for (const { uid } of Object.values(IDENTITIES)) {
      expect(await fixtures().stored.read(storedPath(uid))).toEqual(BYTES.buffer);
      expect(await fixtures().stored.metadata(storedPath(uid))).toMatchObject(PNG);
    }
  });

  test("a stored file has the bytes and the type it was sent with", async () => {
    const path = newPath(IDENTITIES.member.uid);
    await fixtures().as("member").upload(path, BYTES, PNG);
    expect(await fixtures().stored.read(path)).toEqual(BYTES.buffer);
    expect(await fixtures().stored.metadata(path)).toMatchObject({ ...PNG, size: BYTES.length });
  });
});

/** Everyone who may upload, and a member whose token has an admin's claims, which have no effect. */
const UPLOADERS: Record<string, { uid: string; bucket: () => Bucket }> = {
  "a member": { uid: IDENTITIES.member.uid, bucket: () => fixtures().as("member") },
  "an admin": { uid: IDENTITIES.admin.uid, bucket: () => fixtures().as("admin") },
  "a member whose token has an admin's claims": {
    uid: IDENTITIES["another member"].uid,
    bucket: () => fixtures().signedIn(IDENTITIES["another member"].uid, { admin: true, isAdmin: true, role: "admin" }),
  },
};

for (const [uploader, { uid, bucket }] of Object.entries(UPLOADERS)) {
  const upload = async (path: string, size = 10, metadata: UploadMetadata = PNG): Promise<void> => {
    await bucket().upload(path, new Uint8Array(size), metadata);
  };
  const pathOf = (issueId: string, fileId: string) => `attachments/${uid}/${issueId}/${fileId}`;
  /** Stores a file and then another one over it. */
  const overwrite = async (metadata: UploadMetadata, size?: number): Promise<void> => {
    const path = newPath(uid);
    await fixtures().stored.upload(path, BYTES, PNG);
    await upload(path, size, metadata);
  };

  /** An id for each character just outside the allowed ranges; a slash would split the path. */
  const INVALID_IDS = NOT_IN_IDS.filter((char) => char !== "/").map((char) => `a${char}b`);

  /** Each refusal; `without` is the beginning of the one condition that causes it. */
  const REFUSALS: readonly { name: string; without: string; run: () => Promise<unknown> }[] = [
    ...["image/svg+xml", "text/html", "application/xhtml+xml", "text/javascript", "IMAGE/PNG", "image/png; a=b"].map(
      (contentType) => ({
        name: `a file of type ${contentType}`,
        without: "file.contentType in",
        run: () => upload(newPath(uid), 10, { contentType }),
      }),
    ),
    { name: "a file without a type", without: "file.contentType in", run: () => upload(newPath(uid), 10, {}) },
    { name: "an empty file", without: "file.size > 0", run: () => upload(newPath(uid), 0) },
    ...ATTACHMENT_TYPES.map((contentType) => ({
      name: `a file of type ${contentType} of 5 MB and one byte`,
      without: "file.size <= 5242880",
      run: () => upload(newPath(uid), LIMITS.attachmentBytes + 1, { contentType }),
    })),
    ...["i", "i".repeat(65), "a.b", "a b", "\u00e9t\u00e9", "..", ...INVALID_IDS].map((issueId) => ({
      name: `a file under the report id '${issueId}'`,
      without: "issueId.matches",
      run: () => upload(pathOf(issueId, `f${RUN}${++counter}`)),
    })),
    ...["f".repeat(65), `${RUN}.png`, `x ${RUN}`, `\u2028${RUN}`, ...INVALID_IDS].map((fileId) => ({
      name: `a file under the file id '${fileId}'`,
      without: "fileId.matches",
      run: () => upload(pathOf(`ids-${RUN}-${++counter}`, fileId)),
    })),
    { name: "a file over an existing one", without: "resource == null", run: () => overwrite(PNG) },
    {
      name: "a file of another type over an existing one",
      without: "resource == null",
      run: () => overwrite({ contentType: "application/pdf" }),
    },
    {
      name: "a file of the same size over an existing one",
      without: "resource == null",
      run: () => overwrite(PNG, BYTES.length),
    },
    {
      name: "a file in another member's folder",
      without: "request.auth.uid == uid",
      run: () => upload(newPath(IDENTITIES[uid === IDENTITIES.member.uid ? "another member" : "member"].uid)),
    },
  ];

  describe(`uploads by ${uploader}`, () => {
    test.each(ATTACHMENT_TYPES)("may have the type %s", (contentType) => upload(newPath(uid), 10, { contentType }));
    test.each([1, LIMITS.attachmentBytes])("may have %i bytes", (size) => upload(newPath(uid), size));
    test.each([
      ["Ab", "f"],
      [EVERY_ID_CHARACTER, EVERY_ID_CHARACTER],
    ])("may have the report id %s and the file id %s", async (issueId, fileId) => {
      await fixtures()
        .stored.remove(pathOf(issueId, fileId))
        .catch(() => {});
      await upload(pathOf(issueId, fileId));
    });

    test.each(namedCases(REFUSALS))("are refused for %s", (_, { run }) => expectRefused(run()));

    // For one uploader only: the conditions are the same for all.
    if (MAY_EDIT_RULES && uid === IDENTITIES.member.uid)
      test.each(namedCases(REFUSALS))("are refused for %s by one condition alone", (_, { run, without }) =>
        withRules(withoutCondition(without), run),
      );

    test.each([
      `attachments/${uid}/file`,
      `attachments/${uid}/report/folder/file`,
      `attachments/${uid}/report/../../${IDENTITIES["disabled member"].uid}/report/file`,
      `other/${uid}/report/file`,
      `snapshots/issues.json.gz`,
      "file",
    ])("are refused at the path %s", (path) => expectRefused(upload(path)));
  });

  describe(`a stored file of ${uploader}`, () => {
    const sizes = [1, 100, 101, LIMITS.attachmentBytes].map((size): [string, number, string] => [
      `${size} bytes`,
      size,
      "image/png",
    ]);
    const types = ATTACHMENT_TYPES.map((type): [string, number, string] => [`type ${type}`, 200, type]);
    test.each([...sizes, ...types])(
      "cannot be read, listed, changed or deleted by them (%s)",
      async (_, size, contentType) => {
        const path = newPath(uid);
        await fixtures().stored.upload(path, new Uint8Array(size), { contentType });
        await Promise.all(
          [
            bucket().read(path),
            bucket().metadata(path),
            bucket().downloadUrl(path),
            bucket().list(path),
            bucket().change(path, { contentType: "text/html" }),
            bucket().change(path, { contentType }),
            bucket().change(path, { contentType, customMetadata: { note: "x" } }),
            bucket().change(path, { cacheControl: "public" }),
            bucket().remove(path),
          ].map(expectRefused),
        );
      },
    );
  });
}

describe("uploads by users who are not members", () => {
  const strangers = ["stranger", "disabled member", "signed-out member"] as const;
  const upload = (actor: Actor): Promise<unknown> =>
    fixtures().as(actor).upload(newPath(IDENTITIES[actor].uid), BYTES, PNG);
  test.each(strangers)("are refused: a %s", (actor) => expectRefused(upload(actor)));
  test.runIf(MAY_EDIT_RULES).each(strangers)("are refused by one condition alone: a %s", (actor) =>
    withRules(withoutCondition("isMember(uid);"), () => upload(actor)),
  );
});

describe("membership", () => {
  const uid = "membership";
  const attempt = (token = {}) => fixtures().signedIn(uid, token).upload(newPath(uid), BYTES, PNG);
  const validSince = (seconds: number, nanos = 0) => memberFields("Max", { validSince: new Timestamp(seconds, nanos) });

  test("includes a session opened in the same second as validSince", async () => {
    await fixtures().setMember(uid, validSince(SIGNED_IN_AT, 999_000_000));
    await attempt();
  });

  test("excludes a session opened a second before validSince", async () => {
    await fixtures().setMember(uid, validSince(SIGNED_IN_AT + 1));
    await expectRefused(attempt());
    await attempt({ opened: SIGNED_IN_AT + 1 });
  });

  test("excludes a session opened a second before validSince, even if its token was exchanged after it", async () => {
    await fixtures().setMember(uid, validSince(SIGNED_IN_AT + 1));
    await expectRefused(attempt({ auth_time: SIGNED_IN_AT + 9, opened: SIGNED_IN_AT }));
    await attempt({ auth_time: SIGNED_IN_AT + 9, opened: SIGNED_IN_AT + 1 });
  });

  test("excludes a new token without a session opened by the API", async () => {
    await fixtures().setMember(uid, validSince(SIGNED_IN_AT));
    await expectRefused(attempt({ opened: undefined, auth_time: SIGNED_IN_AT + 9 }));
    await attempt();
  });

  test.each(["disabled", "validSince"] as const)("excludes a user whose document has no %s", async (field) => {
    const { [field]: _, ...others } = memberFields("Max");
    await fixtures().setMember(uid, others);
    await expectRefused(attempt());
    await fixtures().setMember(uid, memberFields("Max"));
    await attempt();
  });

  test.each([null, 0, "", "false", "no"])("excludes a user whose document has %j as disabled", async (disabled) => {
    await fixtures().setMember(uid, { ...memberFields("Max"), disabled });
    await expectRefused(attempt());
    await fixtures().setMember(uid, memberFields("Max"));
    await attempt();
  });

  test("excludes users who are not members even if their tokens have an admin's claims", async () => {
    const claims = { admin: true, isAdmin: true, role: "admin" };
    for (const uid of ["impostor", IDENTITIES["disabled member"].uid, IDENTITIES["signed-out member"].uid])
      await expectRefused(fixtures().signedIn(uid, claims).upload(newPath(uid), BYTES, PNG));
  });
});

describe.runIf(MAY_EDIT_RULES)("only the rules decide", () => {
  test("under rules that deny everything every upload fails", () =>
    withRules(CLOSED_RULES, async () => {
      for (const actor of ACTORS)
        await expectRefused(fixtures().as(actor).upload(newPath(IDENTITIES[actor].uid), BYTES, PNG));
    }));

  test("under rules that allow everything everyone may do everything, in another member's folder too", () =>
    withRules(OPEN_RULES, async () => {
      for (const actor of ACTORS) {
        await storeEveryonesFile(fixtures());
        for (const run of Object.values(OPERATIONS)) await run(fixtures().as(actor), IDENTITIES["another member"].uid);
      }
    }));
});

/** Calls `run` under other rules, then loads the deployed rules again. */
async function withRules(rules: string, run: () => Promise<unknown>): Promise<void> {
  await fixtures().loadRules(rules);
  try {
    await run();
  } finally {
    await fixtures().loadRules(RULES);
  }
}

/** The rules with `true` in place of the condition that starts with `beginning`. */
function withoutCondition(beginning: string): string {
  const start = RULES.indexOf(beginning);
  expect(RULES.split(beginning)).toHaveLength(2);
  const rest = RULES.slice(start);
  const end = rest.search(/\n\s*&&|;/);
  return `${RULES.slice(0, start)}true${rest.slice(end)}`;
}

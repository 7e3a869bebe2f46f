import { ATTACHMENT_TYPES, attachmentPath, LIMITS } from "@logbook/domain";
import { Timestamp } from "firebase/firestore";
import type { UploadMetadata } from "firebase/storage";
import { beforeAll, describe, expect, test } from "vitest";
import { ACTORS, type Actor, IDENTITIES, MEMBERS, memberFields, SIGNED_IN_AT, withArticle } from "./shared/actors.ts";
import { EVERY_ID_CHARACTER, NOT_IN_IDS, namedCases } from "./shared/builders.ts";
import { IS_MUTANT_RUN } from "./shared/mutant.ts";
import {
  type Bucket,
  CLOSED_RULES,
  OPEN_RULES,
  RULES,
  type StorageFixtures,
  useStorageFixtures,
} from "./storage-fixtures.ts";

/** Part of the ids of this run: files of earlier runs remain and cannot be overwritten. */
const RUN_ID = Date.now().toString(36);
const PNG: UploadMetadata = { contentType: "image/png" };
const BYTES = new TextEncoder().encode("a picture");

const fixtures = useStorageFixtures();
let fileCount = 0;

/** The path of a file that does not exist yet. */
const newPath = (uid: string): string =>
  attachmentPath({ uid, issueId: `new-${RUN_ID}`, fileId: `file-${++fileCount}` });
/** The path of a file that `storeEveryonesFile` stores in every actor's folder. */
const storedPath = (uid: string): string => attachmentPath({ uid, issueId: `old-${RUN_ID}`, fileId: "file" });

const expectRefused = (attempt: Promise<unknown>) =>
  expect(attempt).rejects.toMatchObject({ code: "storage/unauthorized" });

/** Operations in the folder of `uid`, each named as it follows 'may' in a title. */
const OPERATIONS: Record<string, (bucket: Bucket, uid: string) => Promise<unknown>> = {
  "read a file": (bucket, uid) => bucket.read(storedPath(uid)),
  "read a file's metadata": (bucket, uid) => bucket.readMetadata(storedPath(uid)),
  "get a file's download address": (bucket, uid) => bucket.readDownloadUrl(storedPath(uid)),
  "list files": (bucket, uid) => bucket.list(`attachments/${uid}/old-${RUN_ID}`),
  "store a new file": (bucket, uid) => bucket.upload(newPath(uid), BYTES, PNG),
  "overwrite a file": (bucket, uid) => bucket.upload(storedPath(uid), BYTES, PNG),
  "overwrite a file with a file of another type": (bucket, uid) =>
    bucket.upload(storedPath(uid), BYTES, { contentType: "text/plain" }),
  "change a file's type": (bucket, uid) => bucket.changeMetadata(storedPath(uid), { contentType: "image/jpeg" }),
  "change a file's metadata": (bucket, uid) =>
    bucket.changeMetadata(storedPath(uid), { customMetadata: { note: "x" } }),
  "delete a file": (bucket, uid) => bucket.remove(storedPath(uid)),
};

async function storeEveryonesFile({ bucketWithoutRules }: StorageFixtures): Promise<void> {
  for (const { uid } of Object.values(IDENTITIES)) await bucketWithoutRules.upload(storedPath(uid), BYTES, PNG);
}

describe("access to attachments", () => {
  beforeAll(() => storeEveryonesFile(fixtures()));

  for (const actor of ACTORS) {
    const ownUid = IDENTITIES[actor].uid;
    const otherUid = IDENTITIES[actor === "member" ? "another member" : "member"].uid;
    for (const [operation, run] of Object.entries(OPERATIONS)) {
      const isAllowed = operation === "store a new file" && (MEMBERS as readonly Actor[]).includes(actor);
      test(`${withArticle(actor)} may ${isAllowed ? "" : "not "}${operation} in their own folder`, async () => {
        const attempt = run(fixtures().bucketAs(actor), ownUid);
        await (isAllowed ? expect(attempt).resolves.toBeDefined() : expectRefused(attempt));
      });
      test(`${withArticle(actor)} may not ${operation} in another member's folder`, () =>
        expectRefused(run(fixtures().bucketAs(actor), otherUid)));
    }
  }

  test.each(["", "attachments", `attachments/${IDENTITIES.member.uid}`])(
    "nobody may list the folder '%s'",
    async (folder) => {
      for (const actor of ACTORS) await expectRefused(fixtures().bucketAs(actor).list(folder));
    },
  );

  test("after these attempts, the stored files are unchanged", async () => {
    for (const { uid } of Object.values(IDENTITIES)) {
      expect(await fixtures().bucketWithoutRules.read(storedPath(uid))).toEqual(BYTES.buffer);
      expect(await fixtures().bucketWithoutRules.readMetadata(storedPath(uid))).toMatchObject(PNG);
    }
  });

  test("an uploaded file is stored with its bytes and its type", async () => {
    const path = newPath(IDENTITIES.member.uid);
    await fixtures().bucketAs("member").upload(path, BYTES, PNG);
    expect(await fixtures().bucketWithoutRules.read(path)).toEqual(BYTES.buffer);
    expect(await fixtures().bucketWithoutRules.readMetadata(path)).toMatchObject({ ...PNG, size: BYTES.length });
  });
});

interface UploadOptions {
  size?: number;
  metadata?: UploadMetadata;
}

/** Everyone who may upload, and a member whose token has an admin's claims, which have no effect. */
const UPLOADERS: Record<string, { uid: string; bucket: () => Bucket }> = {
  "a member": { uid: IDENTITIES.member.uid, bucket: () => fixtures().bucketAs("member") },
  "an admin": { uid: IDENTITIES.admin.uid, bucket: () => fixtures().bucketAs("admin") },
  "a member whose token has an admin's claims": {
    uid: IDENTITIES["another member"].uid,
    bucket: () =>
      fixtures().bucketAsUser(IDENTITIES["another member"].uid, { admin: true, isAdmin: true, role: "admin" }),
  },
};

for (const [uploader, { uid, bucket }] of Object.entries(UPLOADERS)) {
  const upload = async (path: string, { size = 10, metadata = PNG }: UploadOptions = {}): Promise<void> => {
    await bucket().upload(path, new Uint8Array(size), metadata);
  };
  const pathOf = (issueId: string, fileId: string) => `attachments/${uid}/${issueId}/${fileId}`;
  /** Stores a file as the Admin SDK would, and then uploads another one over it. */
  const overwrite = async (options: UploadOptions = {}): Promise<void> => {
    const path = newPath(uid);
    await fixtures().bucketWithoutRules.upload(path, BYTES, PNG);
    await upload(path, options);
  };

  /** An id for each character that an id may not have, except a slash, which would split the path. */
  const INVALID_IDS = NOT_IN_IDS.filter((char) => char !== "/").map((char) => `a${char}b`);

  /** Uploads that are refused. `without` is the beginning of the condition that refuses the upload. */
  const REFUSALS: readonly { name: string; without: string; run: () => Promise<unknown> }[] = [
    ...["image/svg+xml", "text/html", "application/xhtml+xml", "text/javascript", "IMAGE/PNG", "image/png; a=b"].map(
      (contentType) => ({
        name: `a file of type ${contentType}`,
        without: "file.contentType in",
        run: () => upload(newPath(uid), { metadata: { contentType } }),
      }),
    ),
    {
      name: "a file without a type",
      without: "file.contentType in",
      run: () => upload(newPath(uid), { metadata: {} }),
    },
    { name: "an empty file", without: "file.size > 0", run: () => upload(newPath(uid), { size: 0 }) },
    ...ATTACHMENT_TYPES.map((contentType) => ({
      name: `a file of type ${contentType} of 5 MB and one byte`,
      without: "file.size <= 5242880",
      run: () => upload(newPath(uid), { size: LIMITS.attachmentBytes + 1, metadata: { contentType } }),
    })),
    // A report id has at least two characters.
    ...["i", "i".repeat(65), "a.b", "a b", "\u00e9t\u00e9", "..", ...INVALID_IDS].map((issueId) => ({
      name: `a file under the report id '${issueId}'`,
      without: "issueId.matches",
      run: () => upload(pathOf(issueId, `f${RUN_ID}${++fileCount}`)),
    })),
    ...["f".repeat(65), `${RUN_ID}.png`, `x ${RUN_ID}`, `\u2028${RUN_ID}`, ...INVALID_IDS].map((fileId) => ({
      name: `a file under the file id '${fileId}'`,
      without: "fileId.matches",
      run: () => upload(pathOf(`ids-${RUN_ID}-${++fileCount}`, fileId)),
    })),
    { name: "a file over an existing one", without: "resource == null", run: () => overwrite() },
    {
      name: "a file of another type over an existing one",
      without: "resource == null",
      run: () => overwrite({ metadata: { contentType: "application/pdf" } }),
    },
    {
      name: "a file of the same size over an existing one",
      without: "resource == null",
      run: () => overwrite({ size: BYTES.length }),
    },
    {
      name: "a file in another member's folder",
      without: "request.auth.uid == uid",
      run: () => upload(newPath(IDENTITIES[uid === IDENTITIES.member.uid ? "another member" : "member"].uid)),
    },
  ];

  describe(`uploads by ${uploader}`, () => {
    test.each(ATTACHMENT_TYPES)("may have the type %s", (contentType) =>
      upload(newPath(uid), { metadata: { contentType } }),
    );
    test.each([1, LIMITS.attachmentBytes])("may have %i bytes", (size) => upload(newPath(uid), { size }));
    test.each([
      ["Ab", "f"],
      [EVERY_ID_CHARACTER, EVERY_ID_CHARACTER],
    ])("may have the report id %s and the file id %s", async (issueId, fileId) => {
      // An earlier run may have stored a file under these ids.
      await fixtures()
        .bucketWithoutRules.remove(pathOf(issueId, fileId))
        .catch(() => {});
      await upload(pathOf(issueId, fileId));
    });

    test.each(namedCases(REFUSALS))("are refused for %s", (_, { run }) => expectRefused(run()));

    // Tried as one uploader only, because the conditions are the same for all. Left out on a mutant: rules other than
    // the mutant's cannot reveal it.
    if (!IS_MUTANT_RUN && uid === IDENTITIES.member.uid)
      test.each(namedCases(REFUSALS))("are refused for %s by one condition alone", (_, { run, without }) =>
        withRules(withoutCondition(without), run),
      );

    test.each([
      `attachments/${uid}/file`,
      `attachments/${uid}/report/folder/file`,
      `attachments/${uid}/report/../../${IDENTITIES["disabled member"].uid}/report/file`,
      `other/${uid}/report/file`,
      "snapshots/board.zst",
      "file",
    ])("are refused at the path %s", (path) => expectRefused(upload(path)));
  });

  describe(`a stored file of ${uploader}`, () => {
    // The sizes reveal two mutants of tests/mutants/by-hand.json: owners may read files above 100 bytes, or below 1 KB.
    const SIZE_CASES = [1, 100, 101, LIMITS.attachmentBytes].map((size): [string, number, string] => [
      `${size} bytes`,
      size,
      "image/png",
    ]);
    const TYPE_CASES = ATTACHMENT_TYPES.map((type): [string, number, string] => [`type ${type}`, 200, type]);
    test.each([...SIZE_CASES, ...TYPE_CASES])(
      "cannot be read, listed, changed or deleted by them (%s)",
      async (_, size, contentType) => {
        const path = newPath(uid);
        await fixtures().bucketWithoutRules.upload(path, new Uint8Array(size), { contentType });
        await Promise.all(
          [
            bucket().read(path),
            bucket().readMetadata(path),
            bucket().readDownloadUrl(path),
            bucket().list(path),
            bucket().changeMetadata(path, { contentType: "text/html" }),
            bucket().changeMetadata(path, { contentType }),
            bucket().changeMetadata(path, { contentType, customMetadata: { note: "x" } }),
            bucket().changeMetadata(path, { cacheControl: "public" }),
            bucket().remove(path),
          ].map(expectRefused),
        );
      },
    );
  });
}

describe("uploads by users who are not members", () => {
  const NON_MEMBERS = ["stranger", "disabled member", "waiting member", "refused member", "signed-out member"] as const;
  const uploadAs = (actor: Actor): Promise<unknown> =>
    fixtures().bucketAs(actor).upload(newPath(IDENTITIES[actor].uid), BYTES, PNG);
  test.each(NON_MEMBERS)("are refused: a %s", (actor) => expectRefused(uploadAs(actor)));
  test.runIf(!IS_MUTANT_RUN).each(NON_MEMBERS)("are refused by one condition alone: a %s", (actor) =>
    withRules(withoutCondition("isMember(uid);"), () => uploadAs(actor)),
  );
});

describe("membership and uploads", () => {
  const uid = "max";
  const uploadWith = (token = {}) => fixtures().bucketAsUser(uid, token).upload(newPath(uid), BYTES, PNG);
  const memberValidSince = (seconds: number, nanoseconds = 0) =>
    memberFields("Max", { validSince: new Timestamp(seconds, nanoseconds) });

  test("a member may upload in a session opened in the same second as validSince", async () => {
    await fixtures().setMember(uid, memberValidSince(SIGNED_IN_AT, 999_000_000));
    await uploadWith();
  });

  test("a member may not upload in a session opened a second before validSince", async () => {
    await fixtures().setMember(uid, memberValidSince(SIGNED_IN_AT + 1));
    await expectRefused(uploadWith());
    await uploadWith({ opened: SIGNED_IN_AT + 1 });
  });

  test("a member may not upload in a session opened before validSince, even if the sign-in at Auth was later", async () => {
    await fixtures().setMember(uid, memberValidSince(SIGNED_IN_AT + 1));
    await expectRefused(uploadWith({ auth_time: SIGNED_IN_AT + 9, opened: SIGNED_IN_AT }));
    await uploadWith({ auth_time: SIGNED_IN_AT + 9, opened: SIGNED_IN_AT + 1 });
  });

  test("a member may not upload with a new token without a session opened by the API", async () => {
    await fixtures().setMember(uid, memberValidSince(SIGNED_IN_AT));
    await expectRefused(uploadWith({ opened: undefined, auth_time: SIGNED_IN_AT + 9 }));
    await uploadWith();
  });

  test.each(["disabled", "validSince"] as const)(
    "a user whose member document has no %s may not upload",
    async (field) => {
      const { [field]: _, ...otherFields } = memberFields("Max");
      await fixtures().setMember(uid, otherFields);
      await expectRefused(uploadWith());
      await fixtures().setMember(uid, memberFields("Max"));
      await uploadWith();
    },
  );

  test.each([null, 0, "", "false", "no"])(
    "a user whose member document has %j as disabled may not upload",
    async (disabled) => {
      await fixtures().setMember(uid, { ...memberFields("Max"), disabled });
      await expectRefused(uploadWith());
      await fixtures().setMember(uid, memberFields("Max"));
      await uploadWith();
    },
  );

  test("users who are not members may not upload, even if their tokens have an admin's claims", async () => {
    const claims = { admin: true, isAdmin: true, role: "admin" };
    for (const uid of ["impostor", IDENTITIES["disabled member"].uid, IDENTITIES["signed-out member"].uid])
      await expectRefused(fixtures().bucketAsUser(uid, claims).upload(newPath(uid), BYTES, PNG));
  });
});

describe.runIf(!IS_MUTANT_RUN)("only the rules decide", () => {
  test("under rules that deny everything, every upload fails", () =>
    withRules(CLOSED_RULES, async () => {
      for (const actor of ACTORS)
        await expectRefused(fixtures().bucketAs(actor).upload(newPath(IDENTITIES[actor].uid), BYTES, PNG));
    }));

  test("under rules that allow everything, everyone may do everything, in another member's folder too", () =>
    withRules(OPEN_RULES, async () => {
      for (const actor of ACTORS) {
        await storeEveryonesFile(fixtures());
        for (const run of Object.values(OPERATIONS))
          await run(fixtures().bucketAs(actor), IDENTITIES["another member"].uid);
      }
    }));
});

/** Calls `run` under other rules, and then loads the rules under test again. */
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
  // The text occurs exactly once in the rules.
  expect(RULES.split(beginning)).toHaveLength(2);
  const rulesFromCondition = RULES.slice(start);
  // A condition ends before the next `&&` at the start of a line, or before a semicolon.
  const length = rulesFromCondition.search(/\n\s*&&|;/);
  return `${RULES.slice(0, start)}true${rulesFromCondition.slice(length)}`;
}

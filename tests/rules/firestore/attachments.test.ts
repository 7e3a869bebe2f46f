import { assertSucceeds } from "@firebase/rules-unit-testing";
import { ATTACHMENT_TYPES } from "@logbook/domain";
import { describe, test } from "vitest";
import { type Actor, IDENTITIES, type Identity, MEMBER_AND_ADMIN } from "../shared/actors.ts";
import {
  attachment,
  commit,
  EVERY_ID_CHARACTER,
  type Fields,
  NOT_IN_IDS,
  newId,
  newReportWrites,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";

const { member, "another member": anotherMember } = IDENTITIES;

/** Creates the attachments of a report for its reporter. */
type CreateAttachments = (issueId: string, reporter: Identity) => unknown;

function fileReportWithAttachments(
  fixtures: RulesFixtures,
  createAttachments: CreateAttachments,
  actor: Actor = "member",
): Promise<void> {
  const [id, reporter] = [newId(), IDENTITIES[actor]];
  const attachments = createAttachments(id, reporter);
  return commit(fixtures.databaseAs(actor), newReportWrites(reporter, id, { attachments }));
}

const refusedAttachments = (
  name: string,
  createAttachments: CreateAttachments,
  without: Attack["without"],
): Attack => ({
  name: `${name} is refused`,
  as: MEMBER_AND_ADMIN,
  run: (fixtures, actor) => fileReportWithAttachments(fixtures, createAttachments, actor),
  without,
});

/** An attachment that is valid except for these fields. */
const refusedSingleAttachment = (name: string, overrides: Fields, without: Attack["without"]): Attack =>
  refusedAttachments(name, (id, reporter) => [attachment(reporter, id, overrides)], without);

const validAttachments = (count: number) => (id: string, reporter: Identity) =>
  Array.from({ length: count }, () => attachment(reporter, id));

/** `count` attachments, of which only the one at `invalidIndex` is invalid: its type is not allowed. */
const oneInvalidAttachment = (count: number, invalidIndex: number) => (id: string, reporter: Identity) =>
  Array.from({ length: count }, (_, index) =>
    attachment(reporter, id, index === invalidIndex ? { type: "text/html" } : {}),
  );

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const NAME: RulesChange = { find: "filledText(file.name, 200)" };
const IS_WHOLE_NUMBER: RulesChange = { find: "file.size is int" };
const MIN_SIZE: RulesChange = { find: "file.size >= 1" };
const MAX_SIZE: RulesChange = { find: "file.size <= 5242880" };
const VALID_SIZE = [IS_WHOLE_NUMBER, MIN_SIZE, MAX_SIZE];
const TYPE: RulesChange = { find: `file.type.matches('${ATTACHMENT_TYPES.join("|")}')` };
const PATH: RulesChange = { find: "file.path.matches(folder + '[A-Za-z0-9_-]{1,64}')" };
const IS_LIST: RulesChange = { find: "files is list" };

describeAttacks("a report has at most five attachments", [
  refusedAttachments("a sixth attachment", validAttachments(6), { find: "files.size() <= 5" }),
  refusedAttachments("a map instead of the attachment list", () => ({}), IS_LIST),
  refusedAttachments("a text instead of the attachment list", () => "", IS_LIST),
  ...[1, 2, 3, 4].map((count) =>
    refusedAttachments(`an invalid attachment as the last of ${count}`, oneInvalidAttachment(count, count - 1), {
      find: `isAttachment(files[${count - 1}], folder)`,
    }),
  ),
  ...[0, 1, 2, 3, 4].map((index) =>
    refusedAttachments(`an invalid attachment at position ${index + 1} of five`, oneInvalidAttachment(5, index), {
      find: `isAttachment(files[${index}], folder)`,
    }),
  ),
]);

describeAttacks("an attachment has exactly its four fields", [
  ...(["name", "size", "type", "path"] as const).map((field) =>
    refusedAttachments(
      `an attachment without ${field}`,
      (id, reporter) => {
        const { [field]: _, ...otherFields } = attachment(reporter, id);
        return [otherFields];
      },
      { name: NAME, size: VALID_SIZE, type: TYPE, path: PATH }[field],
    ),
  ),
  refusedSingleAttachment(
    "an attachment with an extra field `data`",
    { data: "data:," },
    { find: "['name', 'size',", replace: "['data', 'name', 'size'," },
  ),
  refusedAttachments("an attachment that is a text", () => ["screen.jpg"], { find: "isAttachment(files[0], folder)" }),
]);

describeAttacks("an attachment has a name", [
  refusedSingleAttachment("an empty name", { name: "" }, NAME),
  refusedSingleAttachment("a name of invisible characters", { name: "\u200b\u00a0" }, NAME),
  refusedSingleAttachment("a name of 201 characters", { name: "n".repeat(201) }, NAME),
  refusedSingleAttachment("a name with a control character", { name: "a\u0008.jpg" }, NAME),
]);

describeAttacks("an attachment's size is a whole number of bytes up to 5 MB", [
  refusedSingleAttachment("an attachment of 5 MB and one byte", { size: 5_242_881 }, MAX_SIZE),
  refusedSingleAttachment("an empty attachment", { size: 0 }, MIN_SIZE),
  refusedSingleAttachment("an attachment of a byte and a half", { size: 1.5 }, IS_WHOLE_NUMBER),
  refusedSingleAttachment("a size that is a text", { size: "5" }, VALID_SIZE),
]);

describeAttacks(
  "an attachment's type is an allowed one",
  ["image/svg+xml", "text/html", "application/javascript", "image/png; charset=x", "IMAGE/PNG", "", "image/jpeg\n"].map(
    (type) => refusedSingleAttachment(`the type ${JSON.stringify(type)}`, { type }, TYPE),
  ),
);

describeAttacks("an attachment is in the reporter's folder of this report", [
  refusedAttachments(
    "another member's file",
    (id, { uid }) => [attachment(uid === member.uid ? anotherMember : member, id)],
    PATH,
  ),
  refusedAttachments("a file of another report", (_, reporter) => [attachment(reporter, newId())], PATH),
  refusedAttachments(
    "a file outside the folder attachments",
    (id, reporter) => [{ ...attachment(reporter, id), path: `snapshots/${reporter.uid}/${id}/a` }],
    PATH,
  ),
  ...["", "folder/a", "../a", "a.jpg", "f".repeat(65), ...NOT_IN_IDS.map((char) => `a${char}b`)].map((fileId) =>
    refusedAttachments(
      `the file id ${JSON.stringify(fileId)}`,
      (id, reporter) => [{ ...attachment(reporter, id), path: `attachments/${reporter.uid}/${id}/${fileId}` }],
      PATH,
    ),
  ),
]);

describe("allowed attachments", () => {
  const fixtures = useFixtures();
  test.each(ATTACHMENT_TYPES)("a member may attach a file of type %s", (type) =>
    assertSucceeds(fileReportWithAttachments(fixtures(), (id) => [attachment(member, id, { type })])),
  );
  test.each([1, 5_242_880])("a member may attach a file of %d bytes", (size) =>
    assertSucceeds(fileReportWithAttachments(fixtures(), (id) => [attachment(member, id, { size })])),
  );
  test.each([1, 2, 3, 4, 5])("a member may attach %d files", (count) =>
    assertSucceeds(fileReportWithAttachments(fixtures(), validAttachments(count))),
  );
  test.each(["f", EVERY_ID_CHARACTER])("a member may attach a file under the id %s", (fileId) =>
    assertSucceeds(
      fileReportWithAttachments(fixtures(), (id) => [
        attachment(member, id, { path: `attachments/${member.uid}/${id}/${fileId}` }),
      ]),
    ),
  );
  test("a member may attach a file whose name has 200 characters in any script", () =>
    assertSucceeds(
      fileReportWithAttachments(fixtures(), (id) => [attachment(member, id, { name: "語".repeat(200) })]),
    ));
});

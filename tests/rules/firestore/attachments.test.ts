import { assertSucceeds } from "@firebase/rules-unit-testing";
import { ATTACHMENT_TYPES } from "@logbook/domain";
import { describe, test } from "vitest";
import { type Actor, IDENTITIES, type Identity, ROLES } from "../shared/actors.ts";
import {
  attachment,
  commit,
  EVERY_ID_CHARACTER,
  type Fields,
  fileIssue,
  NOT_IN_IDS,
  newId,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";

const { member, "another member": other } = IDENTITIES;

/** Files a report with the attachments that `attach` creates for its id. */
function fileWith(fixtures: RulesFixtures, attach: Attach, actor: Actor = "member"): Promise<void> {
  const id = newId();
  return commit(fixtures.as(actor), fileIssue(IDENTITIES[actor], id, { attachments: attach(id, IDENTITIES[actor]) }));
}

/** Creates the attachments of a report for its reporter. */
type Attach = (issueId: string, reporter: Identity) => unknown;

const refused = (name: string, attach: Attach, without: Attack["without"]): Attack => ({
  name: `${name} is refused`,
  as: ROLES,
  run: (fixtures, actor) => fileWith(fixtures, attach, actor),
  without,
});

/** One attachment that is valid except for these fields. */
const invalidAttachment = (name: string, overrides: Fields, without: Attack["without"]): Attack =>
  refused(name, (id, reporter) => [attachment(reporter, id, overrides)], without);

const many = (count: number) => (id: string, reporter: Identity) =>
  Array.from({ length: count }, () => attachment(reporter, id));

const NAME: RulesChange = { find: "filledText(file.name, 200)" };
const WHOLE_NUMBER: RulesChange = { find: "file.size is int" };
const MIN_SIZE: RulesChange = { find: "file.size >= 1" };
const MAX_SIZE: RulesChange = { find: "file.size <= 5242880" };
const SIZE = [WHOLE_NUMBER, MIN_SIZE, MAX_SIZE];
const TYPE: RulesChange = { find: `file.type.matches('${ATTACHMENT_TYPES.join("|")}')` };
const PATH: RulesChange = { find: "file.path.matches(folder + '[A-Za-z0-9_-]{1,64}')" };
const LIST: RulesChange = { find: "files is list" };

describeAttacks("a report has at most five attachments", [
  refused("a sixth attachment", many(6), { find: "files.size() <= 5" }),
  refused("a map instead of the attachment list", () => ({}), LIST),
  refused("a text instead of the attachment list", () => "", LIST),
  ...[1, 2, 3, 4].map((count) =>
    refused(
      `an invalid attachment as the last of ${count}`,
      (id, reporter) =>
        many(count)(id, reporter).map((file, index) => (index === count - 1 ? { ...file, type: "text/html" } : file)),
      { find: `isAttachment(files[${count - 1}], folder)` },
    ),
  ),
  ...[0, 1, 2, 3, 4].map((position) =>
    refused(
      `an invalid attachment at position ${position + 1} of five`,
      (id, reporter) =>
        many(5)(id, reporter).map((file, index) => (index === position ? { ...file, type: "text/html" } : file)),
      { find: `isAttachment(files[${position}], folder)` },
    ),
  ),
]);

describeAttacks("an attachment has exactly its four fields", [
  ...(["name", "size", "type", "path"] as const).map((field) =>
    refused(
      `an attachment without ${field}`,
      (id, reporter) => {
        const { [field]: _, ...rest } = attachment(reporter, id);
        return [rest];
      },
      { name: NAME, size: SIZE, type: TYPE, path: PATH }[field],
    ),
  ),
  invalidAttachment(
    "an attachment with its data",
    { data: "data:," },
    { find: "['name', 'size',", replace: "['data', 'name', 'size'," },
  ),
  refused("an attachment that is a text", () => ["screen.jpg"], { find: "isAttachment(files[0], folder)" }),
]);

describeAttacks("an attachment has a name", [
  invalidAttachment("an empty name", { name: "" }, NAME),
  invalidAttachment("a name of invisible characters", { name: "\u200b\u00a0" }, NAME),
  invalidAttachment("a name of 201 characters", { name: "n".repeat(201) }, NAME),
  invalidAttachment("a name with a control character", { name: "a\u0008.jpg" }, NAME),
]);

describeAttacks("an attachment's size is a whole number of bytes up to 5 MB", [
  invalidAttachment("an attachment of 5 MB and one byte", { size: 5_242_881 }, MAX_SIZE),
  invalidAttachment("an empty attachment", { size: 0 }, MIN_SIZE),
  invalidAttachment("an attachment of a byte and a half", { size: 1.5 }, WHOLE_NUMBER),
  invalidAttachment("a size that is a text", { size: "5" }, SIZE),
]);

describeAttacks(
  "an attachment's type is an allowed one",
  ["image/svg+xml", "text/html", "application/javascript", "image/png; charset=x", "IMAGE/PNG", "", "image/jpeg\n"].map(
    (type) => invalidAttachment(`the type ${JSON.stringify(type)}`, { type }, TYPE),
  ),
);

describeAttacks("an attachment is in the reporter's folder of this report", [
  refused("another member's file", (id, { uid }) => [attachment(uid === member.uid ? other : member, id)], PATH),
  refused("a file of another report", (_, reporter) => [attachment(reporter, newId())], PATH),
  refused(
    "a file outside attachments",
    (id, reporter) => [{ ...attachment(reporter, id), path: `snapshots/${reporter.uid}/${id}/a` }],
    PATH,
  ),
  ...["", "folder/a", "../a", "a.jpg", "f".repeat(65), ...NOT_IN_IDS.map((char) => `a${char}b`)].map((fileId) =>
    refused(
      `the file id ${JSON.stringify(fileId)}`,
      (id, reporter) => [{ ...attachment(reporter, id), path: `attachments/${reporter.uid}/${id}/${fileId}` }],
      PATH,
    ),
  ),
]);

describe("allowed attachments", () => {
  const fixtures = useFixtures();
  test.each(ATTACHMENT_TYPES)("a member may attach a file of type %s", (type) =>
    assertSucceeds(fileWith(fixtures(), (id) => [attachment(member, id, { type })])),
  );
  test.each([1, 5_242_880])("a member may attach a file of %d bytes", (size) =>
    assertSucceeds(fileWith(fixtures(), (id) => [attachment(member, id, { size })])),
  );
  test.each([1, 2, 3, 4, 5])("a member may attach %d files", (count) =>
    assertSucceeds(fileWith(fixtures(), many(count))),
  );
  test.each(["f", EVERY_ID_CHARACTER])("a member may attach a file under the id %s", (fileId) =>
    assertSucceeds(
      fileWith(fixtures(), (id) => [attachment(member, id, { path: `attachments/${member.uid}/${id}/${fileId}` })]),
    ),
  );
  test("a member may attach a file whose name has 200 characters in any script", () =>
    assertSucceeds(fileWith(fixtures(), (id) => [attachment(member, id, { name: "語".repeat(200) })])));
});

import { assertSucceeds } from "@firebase/rules-unit-testing";
import { ATTACHMENT_TYPES } from "@logbook/domain";
import { describe, test } from "vitest";
import { type Actor, IDENTITIES, type Identity, ROLES } from "../shared/actors.ts";
import {
  attachment,
  BESIDE_ID_CHARACTERS,
  commit,
  EVERY_ID_CHARACTER,
  type Fields,
  fileIssue,
  newId,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";

const { member, "another member": other } = IDENTITIES;

/** Files a report with the attachments that `list` creates for its id. */
function fileWith(fixtures: RulesFixtures, list: List, actor: Actor = "member"): Promise<void> {
  const id = newId();
  return commit(fixtures.as(actor), fileIssue(IDENTITIES[actor], id, { attachments: list(id, IDENTITIES[actor]) }));
}

/** Creates the attachments of a report for its reporter. */
type List = (issueId: string, reporter: Identity) => unknown;

const refused = (name: string, list: List, without: Attack["without"]): Attack => ({
  name: `${name} is refused`,
  as: ROLES,
  run: (fixtures, actor) => fileWith(fixtures, list, actor),
  without,
});

/** One attachment that is valid except for these fields. */
const wrong = (name: string, overrides: Fields, without: Attack["without"]): Attack =>
  refused(name, (id, reporter) => [attachment(reporter, id, overrides)], without);

const many = (count: number) => (id: string, reporter: Identity) =>
  Array.from({ length: count }, () => attachment(reporter, id));

const NAME: RulesChange = { out: "filledText(file.name, 200)" };
const WHOLE: RulesChange = { out: "file.size is int" };
const AT_LEAST: RulesChange = { out: "file.size >= 1" };
const AT_MOST: RulesChange = { out: "file.size <= 5242880" };
const SIZE = [WHOLE, AT_LEAST, AT_MOST];
const TYPE: RulesChange = { out: `file.type.matches('${ATTACHMENT_TYPES.join("|")}')` };
const PATH: RulesChange = { out: "file.path.matches(folder + '[A-Za-z0-9_-]{1,64}')" };
const LIST: RulesChange = { out: "files is list" };

describeAttacks("a report has at most five attachments", [
  refused("a sixth attachment", many(6), { out: "files.size() <= 5" }),
  refused("a map instead of the attachment list", () => ({}), LIST),
  refused("a text instead of the attachment list", () => "", LIST),
  ...[1, 2, 3, 4].map((count) =>
    refused(
      `an invalid attachment as the last of ${count}`,
      (id, reporter) =>
        many(count)(id, reporter).map((file, i) => (i === count - 1 ? { ...file, type: "text/html" } : file)),
      { out: `isAttachment(files[${count - 1}], folder)` },
    ),
  ),
  ...[0, 1, 2, 3, 4].map((at) =>
    refused(
      `an invalid attachment at position ${at + 1} of five`,
      (id, reporter) => many(5)(id, reporter).map((file, i) => (i === at ? { ...file, type: "text/html" } : file)),
      { out: `isAttachment(files[${at}], folder)` },
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
  wrong("an attachment with its data", { data: "data:," }, { out: "['name', 'size',", in: "['data', 'name', 'size'," }),
  refused("an attachment that is a text", () => ["screen.jpg"], { out: "isAttachment(files[0], folder)" }),
]);

describeAttacks("an attachment has a name", [
  wrong("an empty name", { name: "" }, NAME),
  wrong("a name of invisible characters", { name: "\u200b\u00a0" }, NAME),
  wrong("a name of 201 characters", { name: "n".repeat(201) }, NAME),
  wrong("a name with a control character", { name: "a\u0008.jpg" }, NAME),
]);

describeAttacks("an attachment's size is a whole number of bytes up to 5 MB", [
  wrong("an attachment of 5 MB and one byte", { size: 5_242_881 }, AT_MOST),
  wrong("an empty attachment", { size: 0 }, AT_LEAST),
  wrong("an attachment of a byte and a half", { size: 1.5 }, WHOLE),
  wrong("a size that is a text", { size: "5" }, SIZE),
]);

describeAttacks(
  "an attachment's type is an allowed one",
  ["image/svg+xml", "text/html", "application/javascript", "image/png; charset=x", "IMAGE/PNG", "", "image/jpeg\n"].map(
    (type) => wrong(`the type ${JSON.stringify(type)}`, { type }, TYPE),
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
  ...["", "folder/a", "../a", "a.jpg", "f".repeat(65), ...BESIDE_ID_CHARACTERS.map((char) => `a${char}b`)].map(
    (fileId) =>
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

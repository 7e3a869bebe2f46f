import { inRoot } from "../../suite/command-line/paths.ts";
import { openForm } from "../support/form.ts";
import type { Studio } from "./studio.ts";

const PICTURE = inRoot("suite", "data", "sample", "files", "gallery-thumbnails.jpg");
const TITLE = "Profile photos lie on their side";

/** The form with its suggestions, a draft, and an edit of the sent report. */
export async function takeReportForm({ open, take }: Studio): Promise<void> {
  const similar = await open("max", { height: 1500 });
  const { form: withTitle } = await openForm(similar);
  await withTitle.getByLabel("Title").fill("Calendar is cut off on my phone");
  await withTitle.getByRole("button", { name: "This is mine too" }).last().waitFor();
  await take(
    "similar",
    similar,
    similar.getByRole("button", { name: "Close Bug Form" }),
    withTitle.getByRole("region", { name: "Is it one of these?" }),
  );

  const phone = await open("max", { phone: true });
  const { form: onPhone } = await openForm(phone);
  await onPhone.getByLabel("Title").fill(TITLE);
  await take("phone-form", phone);

  const draft = await open("max", { height: 560 });
  const { form: unfinished } = await openForm(draft);
  await unfinished.getByLabel("Title").fill(TITLE);
  await unfinished.getByLabel("Description").fill("Upright photos are shown lying on their side.");
  await draft.waitForFunction(() => Object.values(localStorage).some((text) => text.includes("Profile photos")));
  await draft.reload();
  await draft.getByText("Continue your report?").waitFor();
  await take(
    "draft",
    draft,
    draft.getByRole("main").locator(":scope > :first-child"),
    draft.getByRole("button", { name: "Discard" }),
  );

  // Reports can be edited only while they are new.
  const page = await open("max", { height: 1700, time: Date.now() });
  const { form, input } = await openForm(page);
  await form.getByLabel("Title").fill(TITLE);
  await form.getByLabel("Description").fill("Upright photos are shown lying on there side.");
  await input.setInputFiles(PICTURE);
  await form.getByText("1 of 5").waitFor();
  await form.getByLabel("Website URL").fill("https://dev.example.org/members");
  await form.getByLabel("Title").focus();
  await take("report-form", page, page.getByRole("button", { name: "Close Bug Form" }), form);

  await form.getByRole("button", { name: "Submit bug report" }).click();
  await page.getByRole("link", { name: TITLE }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.mouse.move(0, 0);
  const edit = page.getByRole("form", { name: "Edit this report" });
  await edit.getByLabel("Description").fill("Upright photos are shown lying on their side.");
  await take("edit", page, page.getByRole("button", { name: "Copy link" }), edit);

  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Former text" }).click();
  await page.getByText("on there side").waitFor();
  const timeline = page.getByRole("heading", { name: "What happened" });
  await take("edited", page, timeline, page.getByRole("textbox", { name: "Amendment" }));
}

import { inRoot } from "../../suite/command-line/paths.ts";
import { openFileForm } from "../support/form.ts";
import { summaryOf } from "./list.ts";
import { movePointerAway, type PictureTaker } from "./picture-taker.ts";

const ATTACHMENT = inRoot("suite", "data", "sample", "files", "gallery-thumbnails.jpg");
const LOG = [
  "09:12:44 INFO version 1.2.3 started",
  "09:12:45 INFO mia@example.org signed in from 203.0.113.57",
  "09:12:46 WARN login with password=hunter2 was refused",
  "",
].join("\n");
const TITLE = "Profile photos lie on their side";

/** Takes the pictures of the form with its suggestions, of one that a website has opened, of a draft, and of an edit of the sent report. */
export async function takeReportFormPictures({ openWindow, takePicture }: PictureTaker): Promise<void> {
  const similarPage = await openWindow("max", { height: 1500 });
  const { form: similarForm } = await openFileForm(similarPage);
  await similarForm.getByLabel("Title").fill("Calendar is cut off on my phone");
  await similarForm.getByRole("button", { name: "This is mine too" }).last().waitFor();
  await takePicture(
    "similar",
    similarPage,
    similarPage.getByRole("button", { name: "Close Bug Form" }),
    similarForm.getByRole("region", { name: "Is it one of these?" }),
  );

  const pageReport = {
    ...{ address: "https://dev.example.org/demo/", query: "?picture=3", title: "Summer fair pictures" },
    ...{ browser: "Firefox 144, Linux", width: 1440, height: 900, errors: ["Uncaught Error: No pictures"] },
  };
  const fragment = `#report=${encodeURIComponent(JSON.stringify(pageReport))}`;
  const fromPage = await openWindow("max", { height: 1700 }, `/${fragment}`);
  await fromPage.getByRole("button", { name: "This is mine too" }).first().waitFor();
  await takePicture(
    "report-this-page",
    fromPage,
    fromPage.getByRole("button", { name: "Close Bug Form" }),
    fromPage.getByRole("form", { name: "Report Bug" }),
  );
  await fromPage.getByRole("button", { name: "Discard" }).click();

  const phonePage = await openWindow("max", { isPhone: true });
  const { form: phoneForm } = await openFileForm(phonePage);
  await phoneForm.getByLabel("Title").fill(TITLE);
  await takePicture("phone-form", phonePage);

  const draftPage = await openWindow("max", { height: 560 });
  const { form: draftForm } = await openFileForm(draftPage);
  await draftForm.getByLabel("Title").fill(TITLE);
  await draftForm.getByLabel("Description").fill("Upright photos are shown lying on their side.");
  // The title in localStorage shows that the draft is saved.
  await draftPage.waitForFunction(() => Object.values(localStorage).some((text) => text.includes("Profile photos")));
  await draftPage.reload();
  await draftPage.getByText("Continue your report?").waitFor();
  await takePicture("draft", draftPage, summaryOf(draftPage), draftPage.getByRole("button", { name: "Discard" }));

  const filesPage = await openWindow("max", { height: 1100 });
  const { form: filesForm, input: filesInput } = await openFileForm(filesPage);
  await filesInput.setInputFiles(ATTACHMENT);
  await filesInput.setInputFiles({ name: "upload.log", mimeType: "text/plain", buffer: Buffer.from(LOG) });
  await filesForm.getByRole("checkbox", { name: "Line 3: password" }).waitFor();
  await takePicture(
    "private-parts",
    filesPage,
    filesForm.getByRole("group", { name: "Attachments" }),
    filesForm.getByRole("group", { name: "Likely private in upload.log" }),
  );
  await filesForm.getByRole("button", { name: "Mark up gallery-thumbnails.jpg" }).click();
  const picture = filesPage.getByRole("application", { name: "The picture" });
  const tools = filesPage.getByRole("group", { name: "Tools" });
  for (const [tool, from, to] of [
    ["Blur", [0.04, 0.06], [0.3, 0.3]],
    ["Frame", [0.36, 0.36], [0.64, 0.64]],
    ["Arrow", [0.9, 0.9], [0.67, 0.66]],
  ] as const) {
    await tools.getByRole("button", { name: tool }).click();
    const box = (await picture.boundingBox())!;
    await filesPage.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
    await filesPage.mouse.down();
    await filesPage.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 4 });
    await filesPage.mouse.up();
  }
  await filesPage.getByText("3 marks.").waitFor();
  await movePointerAway(filesPage);
  await takePicture("mark-up", filesPage);

  // A report can be edited only while it is new, so the page's clock shows the real time.
  const page = await openWindow("max", { height: 1700, time: Date.now() });
  const { form, input: fileInput } = await openFileForm(page);
  await form.getByLabel("Title").fill(TITLE);
  // The spelling mistake 'there' is corrected in the picture of the edit.
  await form.getByLabel("Description").fill("Upright photos are shown lying on there side.");
  await fileInput.setInputFiles(ATTACHMENT);
  await form.getByText("1 of 5").waitFor();
  await form.getByLabel("Website URL").fill("https://dev.example.org/members");
  await form.getByLabel("Title").focus();
  await takePicture("report-form", page, page.getByRole("button", { name: "Close Bug Form" }), form);

  await form.getByRole("button", { name: "Submit bug report" }).click();
  await page.getByRole("link", { name: TITLE }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await movePointerAway(page);
  const editForm = page.getByRole("form", { name: "Edit this report" });
  await editForm.getByLabel("Description").fill("Upright photos are shown lying on their side.");
  await takePicture("edit", page, page.getByRole("button", { name: "Copy link" }), editForm);

  await editForm.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Former text" }).click();
  await page.getByText("on there side").waitFor();
  const timeline = page.getByRole("heading", { name: "What happened" });
  await takePicture("edited", page, timeline, page.getByRole("textbox", { name: "Amendment" }));

  const amendment = page.getByRole("textbox", { name: "Amendment" });
  await amendment.fill("This one as well, since the update.");
  await page.getByRole("button", { name: "Add pictures or files" }).click();
  await page.getByRole("group", { name: "Attachments" }).waitFor();
  await page.locator("form").filter({ has: amendment }).locator("input[type=file]").setInputFiles(ATTACHMENT);
  await page.getByRole("button", { name: "Mark up gallery-thumbnails.jpg" }).waitFor();
  await movePointerAway(page);
  await takePicture("amendment-files", page, amendment, page.getByRole("button", { name: "Add amendment" }));
}

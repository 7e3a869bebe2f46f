import { inRoot } from "../../suite/command-line/paths.ts";
import { openFileForm } from "../support/form.ts";
import { summaryOf } from "./list.ts";
import { movePointerAway, type PictureTaker } from "./picture-taker.ts";

const ATTACHMENT = inRoot("suite", "data", "sample", "files", "gallery-thumbnails.jpg");
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
}

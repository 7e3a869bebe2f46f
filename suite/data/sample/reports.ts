import type { CloseReason, DetailField, IssueType, Priority, Status } from "@logbook/domain";
import type { SampleName } from "./accounts.ts";

/** A report of the sample data: a member creates it, members amend it, and the admin sets its status. */
export interface SampleReport {
  reporter: SampleName;
  type: IssueType;
  title: string;
  description: string;
  priority: Priority;
  details?: Partial<Record<DetailField, string>>;
  /** Names of files in `files/`. */
  files?: string[];
  /** The report's final status; by default the first status of its cycle. */
  status?: Status;
  amendments?: [author: SampleName, text: string][];
  /** Why the admin closes the report, or the title of the earlier report of which it is a duplicate. */
  closing?: { reason: CloseReason } | { duplicateOf: string };
}

const SITE = "https://dev.example.org";

/** The oldest report comes first. */
export const SAMPLE_REPORTS: readonly SampleReport[] = [
  {
    reporter: "max",
    type: "bug",
    title: "Imprint page answers with an empty page",
    description: "The link 'Imprint' in the footer leads to a page with the header and nothing below it.",
    priority: "HIGH",
    details: {
      websiteUrl: `${SITE}/imprint`,
      reproductionSteps: "1. Open any page.\n2. Follow 'Imprint' in the footer.",
      expectedResult: "The imprint with the board's address.",
      actualResult: "An empty page.",
    },
    status: "CLOSED",
    amendments: [["ada", "The text was still a draft in the editor. It is published now."]],
  },
  {
    reporter: "mia",
    type: "feature",
    title: "Opening hours of the community house on the start page",
    description: "People call to ask when the house is open. The hours should be where everybody looks first.",
    priority: "MEDIUM",
    details: {
      problemItSolves: "About ten calls a week that one line of text would spare us.",
      howItWorks: "A small card on the start page with today's hours and a link to the whole week.",
    },
    status: "COMPLETED",
    amendments: [["max", "Lovely. Could public holidays be marked as well?"]],
  },
  {
    reporter: "mia",
    type: "bug",
    title: "Umlauts are broken in the newsletter's subject",
    description: "The subject line reads 'FrÃ¼hlingsfest' instead of 'Frühlingsfest'. The text below it is fine.",
    priority: "LOW",
    details: { environmentInfo: "Seen in two web mail services; Thunderbird shows it right." },
    status: "CLOSED",
  },
  {
    reporter: "max",
    type: "bug",
    title: "Links in the forum cannot be read in dark mode",
    description:
      "Titles of threads are dark blue on nearly black. With the screen at half brightness they are gone altogether.",
    priority: "MEDIUM",
    details: {
      websiteUrl: `${SITE}/forum`,
      reproductionSteps: "1. Switch the system to dark.\n2. Open the forum.",
      expectedResult: "Links with enough contrast (at least 4.5 : 1).",
      actualResult: "About 1.9 : 1, measured with the browser's tools.",
      environmentInfo: "Firefox 142 on Linux, Chrome 139 on Android",
    },
    files: ["forum-dark-mode.jpg"],
    status: "RESOLVED",
    amendments: [
      ["mia", "The grey text below the titles has the same problem."],
      ["ada", "Both colours now come from the theme. Please look again on the dev site."],
    ],
  },
  {
    reporter: "max",
    type: "bug",
    title: "Some members get the newsletter twice",
    description: "Issue 34 came twice, a few seconds apart. Three others have told me the same.",
    priority: "HIGH",
    details: {
      expectedResult: "One message a member.",
      actualResult: "458 messages for 412 recipients, says the worker's log.",
    },
    files: ["newsletter-worker.log"],
    status: "TESTING",
    amendments: [
      [
        "ada",
        "A batch that is answered late is sent again. The provider takes a key per batch that makes a second try harmless.",
      ],
    ],
  },
  {
    reporter: "mia",
    type: "feature",
    title: "Events as a calendar one can subscribe to",
    description: "An address for the phone's own calendar, so that new events appear there by themselves.",
    priority: "HIGH",
    details: {
      websiteUrl: `${SITE}/events`,
      problemItSolves: "Nobody copies events by hand, so people miss them.",
      howItWorks:
        "A link 'Subscribe' beside the list of events that gives an iCalendar feed, one for all and one for each group.",
    },
    status: "TESTING",
    amendments: [
      [
        "max",
        "Works in two phone calendars. One shows the wrong hour after the end of summer time, see the separate report.",
      ],
    ],
  },
  {
    reporter: "max",
    type: "bug",
    title: "Calendar feed is an hour off after the clocks change",
    description: "Events after the last Sunday of October are an hour early in the subscribed calendar.",
    priority: "MEDIUM",
    details: {
      websiteUrl: `${SITE}/events.ics`,
      reproductionSteps: "1. Subscribe to the feed.\n2. Look at the choir on 26 October.",
      expectedResult: "19:30",
      actualResult: "18:30",
      environmentInfo: "The calendar of an Android phone, time zone Europe/Berlin",
    },
    files: ["calendar-export.json"],
    status: "IN_PROGRESS",
  },
  {
    reporter: "mia",
    type: "bug",
    title: "Sign-up form hides its error behind the button",
    description:
      "With a mistyped e-mail address the form does nothing at all. The message is there, but half of it lies behind 'Send'. Two new members gave up.",
    priority: "CRITICAL",
    details: {
      websiteUrl: `${SITE}/join`,
      reproductionSteps: "1. Open 'Join us'.\n2. Type an e-mail address without its ending.\n3. Press Send.",
      expectedResult: "A message beside the field that says what to correct.",
      actualResult: "A few red pixels below the button.",
      environmentInfo: "Chrome 139 and Firefox 142, window wider than 900 px",
    },
    files: ["sign-up-form.jpg"],
    status: "IN_PROGRESS",
    amendments: [
      ["max", "On the phone the message can be read, it only happens in wide windows."],
      ["ada", "Thank you both. The message moves beside the field, and the field gets the focus."],
    ],
  },
  {
    reporter: "max",
    type: "feature",
    title: "Gallery: sort pictures by event",
    description: "All pictures are in one long list. One page for each event would be easier to browse and to share.",
    priority: "MEDIUM",
    details: {
      websiteUrl: `${SITE}/gallery`,
      problemItSolves: "Finding the pictures of one evening takes minutes of scrolling.",
      howItWorks: "Uploads ask for the event; the gallery shows one tile for each event, newest first.",
    },
    status: "IN_PROGRESS",
    amendments: [["mia", "Please keep the old addresses working, some are printed in the booklet."]],
  },
  {
    reporter: "mia",
    type: "bug",
    title: "Event calendar is cut off on phones",
    description: "Only Monday to Thursday can be seen, and the page does not scroll sideways.",
    priority: "HIGH",
    details: {
      websiteUrl: `${SITE}/events`,
      reproductionSteps: "1. Open the events on a phone, upright.\n2. Look for the weekend.",
      expectedResult: "The whole week, or a list of days.",
      actualResult: "The week ends on Thursday.",
      environmentInfo: "390 px wide; iOS 18 and Android 15",
    },
    files: ["calendar-on-phone.jpg"],
    amendments: [["ada", "Below 600 px a list of days would serve better than seven columns. I shall draw one."]],
  },
  {
    reporter: "max",
    type: "bug",
    title: "Every third gallery picture is stretched and blurred",
    description: "Thumbnails of pictures taken upright are pulled to landscape format.",
    priority: "MEDIUM",
    details: {
      // The path of suite/data/demo, so that the form which is opened from there names this report.
      websiteUrl: `${SITE}/demo`,
      expectedResult: "Upright pictures are cut to the tile, not stretched.",
      actualResult: "They are stretched over their neighbours.",
    },
    files: ["gallery-thumbnails.jpg"],
  },
  {
    reporter: "mia",
    type: "bug",
    title: "No visible focus on the event cards",
    description: "Moving through the events with the Tab key, one cannot see which 'Sign up' button has the focus.",
    priority: "HIGH",
    details: {
      websiteUrl: `${SITE}/events`,
      reproductionSteps: "1. Open the events.\n2. Press Tab a few times.",
      expectedResult: "A ring around the button that has the focus.",
      actualResult: "No difference between the buttons.",
    },
    files: ["keyboard-focus.jpg", "accessibility-notes.pdf"],
    amendments: [["mia", "Our notes from the walk-through are attached, this is number 2 on the list."]],
  },
  {
    reporter: "ada",
    type: "feature",
    title: "Text alternatives for gallery pictures",
    description: "A field for a short description when pictures are uploaded, used as the alternative text.",
    priority: "HIGH",
    details: {
      problemItSolves: "Screen readers read out file names such as 'IMG_20250614_1403'.",
      howItWorks: "The upload asks for one sentence; older pictures can be described later by any member.",
    },
    status: "IN_PROGRESS",
  },
  {
    reporter: "max",
    type: "bug",
    title: "Search finds nothing with a blank at the end",
    description: "'choir' finds four pages, 'choir ' none. Phones add that blank by themselves.",
    priority: "LOW",
    details: { websiteUrl: `${SITE}/search?q=choir%20`, environmentInfo: "Any browser" },
  },
  {
    reporter: "mia",
    type: "feature",
    title: "Show events on a map",
    description: "A map of the quarter with a mark for each event of the week. A rough sketch is attached.",
    priority: "LOW",
    details: {
      problemItSolves: "New neighbours do not know where 'the old boathouse' is.",
      howItWorks: "A drawn map that is part of the site, so that no visitor is sent to a map service.",
    },
    files: ["map-sketch.jpg"],
    amendments: [
      ["max", "I like that it needs no map service."],
      ["ada", "Let us wait for the events to have proper addresses first."],
    ],
    closing: { reason: "not-planned" },
  },
  {
    reporter: "max",
    type: "feature",
    title: "Remind members of an event the day before",
    description: "Whoever has signed up for an event gets one message on the evening before, if they want it.",
    priority: "MEDIUM",
    details: {
      problemItSolves: "A third of those who sign up forget to come.",
      howItWorks: "A tick box in the sign-up form, off by default.",
    },
    closing: { duplicateOf: "Events as a calendar one can subscribe to" },
  },
  {
    reporter: "mia",
    type: "bug",
    title: "Forum loses a long answer when the session has ended",
    description:
      "I wrote for twenty minutes, pressed 'Send', was asked to sign in, and my text was gone. See also https://dev.example.org/forum/help.",
    priority: "CRITICAL",
    details: {
      reproductionSteps: "1. Begin an answer.\n2. Sign out in another window.\n3. Send the answer.",
      expectedResult: "After signing in the text is still there.",
      actualResult: "An empty box.",
    },
    amendments: [["max", "Happened to me too. Until it is repaired: copy your text before you send it."]],
  },
  {
    reporter: "ada",
    type: "feature",
    title: "Let members delete their own account",
    description: "A button in the profile that removes the account, with a clear word on what stays.",
    priority: "HIGH",
    details: {
      problemItSolves: "Today people have to write to the board, and someone has to do it by hand.",
      howItWorks: "Asks for the password once more, then signs out everywhere. Posts stay under 'former member'.",
    },
  },
  {
    reporter: "max",
    type: "bug",
    title: "Start page jumps while it loads",
    description: "The picture at the top arrives last and pushes everything down, so one taps the wrong link.",
    priority: "MEDIUM",
    details: {
      websiteUrl: SITE,
      expectedResult: "The place for the picture is kept free.",
      actualResult: "The page jumps by about 300 px.",
      environmentInfo: "Slow mobile line",
    },
    status: "TESTING",
  },
  {
    reporter: "mia",
    type: "feature",
    title: "A print version of the event programme",
    description: "The programme of a month on one sheet for the notice board in the community house.",
    priority: "LOW",
    details: { howItWorks: "A print style for the calendar page is enough." },
    status: "COMPLETED",
    amendments: [["max", "Printed and pinned up. Thank you!"]],
  },
  {
    reporter: "max",
    type: "bug",
    title: "Contact form takes the message but nobody gets it",
    description: "The form says 'Thank you', yet nothing has reached the board since Monday.",
    priority: "CRITICAL",
    details: { websiteUrl: `${SITE}/contact`, expectedResult: "A message in the board's mailbox." },
    status: "RESOLVED",
    amendments: [["ada", "The mailbox was full. It has been emptied, and it now warns at 80 %."]],
  },
  {
    reporter: "mia",
    type: "feature",
    title: "Choose the language of the site",
    description: "English and Turkish beside German, at least for the pages that new neighbours read first.",
    priority: "MEDIUM",
    details: {
      problemItSolves: "Many families in the quarter read German only with effort.",
      howItWorks: "A choice in the header; pages without a translation say so and show the German text.",
    },
    amendments: [["mia", "I know two people who would translate the first pages."]],
  },
  {
    reporter: "mia",
    type: "bug",
    title: "Price of the summer fair is shown as '5,00 €€'",
    description: "A small thing: the currency is there twice on the page of the summer fair.",
    priority: "LOW",
    details: { websiteUrl: `${SITE}/events/summer-fair` },
  },
  {
    reporter: "max",
    type: "feature",
    title: "Offer and borrow tools among neighbours",
    description: "A page where members offer what they lend (ladders, drills, a beer bench) and others ask for it.",
    priority: "LOW",
    details: {
      problemItSolves: "The same question comes up in the forum every week.",
      howItWorks: "A list with a picture and a name; asking opens a private message.",
    },
  },
];

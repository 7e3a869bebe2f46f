import { expect, it } from "vitest";
import { followModeIn, type News } from "./news.ts";

const news: News = {
  items: [],
  unread: 0,
  unreadReports: [],
  unreadOwn: [],
  unreadSince: null,
  following: { followed: "status" },
  asOf: null,
  revision: null,
};

it("the follow mode of a report is `none` unless the user has chosen one, whatever its id", () => {
  expect(followModeIn(news, "followed")).toBe("status");
  for (const id of ["other", "constructor", "toString", "valueOf"]) expect(followModeIn(news, id)).toBe("none");
  expect(followModeIn(null, "followed")).toBe("none");
});

import { describe, expect, it } from "vitest";
import { foldUsername, usernameIds, usernameProblem, usernameSkeletons } from "./username.ts";

describe("usernames", () => {
  const haveCommonSkeleton = (name: string, otherName: string): boolean =>
    usernameSkeletons(name).some((skeleton) => usernameSkeletons(otherName).includes(skeleton));

  it.each(
    [
      ["ada", "Ada Lovelace", "max_99", "José", "x-1.2", "Weiß", "İbrahim", "Ioneskı"],
      ["Людмила", "Ольга-2", "Γιώργος", "Հայկ", "ნინო", "Оʻткир", "O\u02bbtkir", "Oʼtkir"],
      ["తెలుగు", "ગુજરાતી", "ಕನ್ನಡ", "മലയാളം", "ਪੰਜਾਬੀ", "ଓଡ଼ିଆ", "தமிழ்", "বাংলা", "देव१", "देव 7"],
      ["ភាសាខ្មែរ", "ไทย", "ລາວ", "မြန်မာ", "བོད་ཡིག", "አማርኛ", "ⵜⴰⵎⴰⵣⵉⵖⵜ", "ᏣᎳᎩ", "ᠮᠣᠩᠭᠣᠯ", "ߒߞߏ"],
      ["محمد", "فاطمه_۱", "דוד", "ܐܪܡܝܐ", "ދިވެހި"],
      ["日本のひと", "サーバー太郎", "日本タロう", "김철수", "金철수", "ㄅㄆ王", "王小明"],
      // With a joiner: the Sinhala word Sri, the Persian name Alireza, the Bengali ya-phala.
      ["ශ්‍රී", "علی\u200cرضا", "র‍্যাব"],
    ].flat(),
  )("%s may be registered", (name) => {
    expect(usernameProblem(name)).toBeNull();
  });

  it.each([
    ["a", "too short"],
    ["x".repeat(65), "too long"],
    ["\u0410dmin", "Cyrillic and Latin letters"],
    ["ad\u200dmin", "an invisible joiner"],
    ["ада\u200c", "an invisible joiner at the end"],
    ["\u0430nna", "Cyrillic and Latin letters"],
    ["αnna", "Greek and Latin letters"],
    ["\u13aanna", "Cherokee and Latin letters"],
    ["ᎪᏢа", "Cherokee and Cyrillic letters"],
    ["అಅ", "Telugu and Kannada letters"],
    ["ไທ", "Thai and Lao letters"],
    ["ann\u05b7a", "a Hebrew point after Latin letters"],
    ["ひと철수", "Japanese and Korean letters"],
    ["ひとЛюда", "Japanese and Cyrillic letters"],
    ["max\u0be7", "a Tamil digit after Latin letters"],
    ["ᴀᏧмɪн", "letters of three alphabets"],
    ["admin\u3164", "an invisible letter"],
    ["two  spaces", "two spaces in a row"],
    ["<b>", "other characters"],
    ["...", "no letter or digit"],
    ["Admin", "reserved"],
    ["ＡＤＭＩＮ", "reserved, in full-width letters"],
    ["a\nb", "a line break"],
    ["__ab__", "an id that Firestore reserves"],
    ["ad\u034fmin", "an invisible mark"],
    ["anna\ufe0f", "an invisible variation selector"],
    ["\u3164\u3164", "invisible letters"],
    ["\u0301anna", "an accent at the beginning"],
    ["ADM\u0130N", "reserved, with a capital i with a dot"],
    ["adm\u0131n", "reserved, with an i without a dot"],
    ["a.d.m.i.n", "reserved, with full stops"],
    ["\u00e1dmin", "reserved, with an accent"],
    ["\u{1d41a}\u{1d41d}\u{1d426}\u{1d422}\u{1d427}", "reserved, in bold mathematical letters"],
    ["max\u0661", "an Arabic digit after Latin letters"],
    ["officiaI", "reserved, with a capital i for l"],
    ["admln", "reserved, with l for i"],
    ["\u0251dmin", "reserved, with a Latin alpha"],
    ["\u1d00\u1d05\u1d0d\u026a\u0274", "reserved, in small capitals"],
    ["r00t", "reserved, with 0 for o"],
    ["adrnin", "reserved, with rn for m"],
    ["M0derator", "reserved, with 0 for o"],
    ["4dm1n", "reserved, with 4 for a and 1 for i"],
    ["5yst3m", "reserved, with 5 for s and 3 for e"],
    ["s7aff", "reserved, with 7 for t"],
    ["ovvner", "reserved, with vv for w"],
    ["a\u0111min", "reserved, with a stroke through the d"],
    ["l\u00f8gbook", "reserved, with a stroke through the o"],
    ["\u0455\u0443\u0455\u0442\u0435\u043c", "reserved, in Cyrillic letters"],
  ])("%j may not be registered: %s", (name) => {
    expect(usernameProblem(name)).toMatch(/Please choose another\.$/);
  });

  it.each([
    ["pec\u0251", "peca", "a Latin alpha for a"],
    ["rnax", "Max", "rn for m"],
    ["pauI", "Paul", "a capital i for l"],
    ["pau1", "paul", "1 for l"],
    ["\u0441\u0435\u0441\u0430", "ceca", "Cyrillic letters"],
    ["\u1d1a\u1d0f", "\u1d1ao", "a small capital o for o"],
    ["\u043a\u0456\u043c", "kim", "Cyrillic letters"],
    ["\u13aa\u13d2\u13ac", "ARE", "Cherokee letters"],
    ["\ua4d0\ua4d0", "BB", "Lisu letters"],
    ["\u30cb\u30ed", "\u4e8c\u53e3", "Katakana and Han letters"],
  ])("%j looks like %j: %s", (name, otherName) => {
    expect(haveCommonSkeleton(name, otherName)).toBe(true);
  });

  it.each([
    ["Mail", "Mall"],
    ["jose", "jos\u00e9"],
    ["Mia", "Max"],
    ["ana", "anna"],
  ])("%j does not look like %j", (name, otherName) => {
    expect(haveCommonSkeleton(name, otherName)).toBe(false);
  });

  it("names that differ only in upper and lower case or in full-width letters are the same", () => {
    expect(foldUsername(" ADA ")).toBe(foldUsername("ada"));
    expect(foldUsername("ａｄａ")).toBe("ada");
  });

  it.each([
    ["İbrahim", "ibrahim"],
    ["IBRAHİM", "ıbrahim"],
    ["Weiß", "WEISS"],
    ["Νίκος", "ΝΊΚΟΣ"],
    ["O\u02bbtkir", "O'tkir"],
    ["Oʼtkir", "o’tkir"],
    ["Ada\u00a0 Lovelace", "ada lovelace"],
    ["علی\u200cرضا", "علیرضا"],
    ["Jose\u0301", "JOSÉ"],
    ["Հայկ", "ՀԱՅԿ"],
    ["ნინო", "ᲜᲘᲜᲝ"],
  ])("%j and %j are one name", (name, otherName) => {
    expect(foldUsername(name)).toBe(foldUsername(otherName));
  });

  it("a name may be reserved under the id of an earlier version, too, if it is another one", () => {
    expect(usernameIds(" Weiß ")).toEqual(["weiß", "weiss"]);
    expect(usernameIds("İbrahim")).toEqual(["i\u0307brahim", "ibrahim"]);
    expect(usernameIds("Ada")).toEqual(["ada"]);
  });
});

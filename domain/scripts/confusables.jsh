// Makes src/confusables.ts from ICU's data for Unicode Technical Standard 39, with ICU4J's jar (Maven: com.ibm.icu:icu4j):
//   jshell --class-path icu4j-77.1.jar scripts/confusables.jsh
import com.ibm.icu.text.*;
import com.ibm.icu.lang.UCharacter;
import java.nio.file.*;
var checker = new SpoofChecker.Builder().build();
var nfkc = Normalizer2.getNFKCInstance();
var nfd = Normalizer2.getNFDInstance();
var letters = new UnicodeSet("[[[:L:][:M:][:Nd:]]-[:Default_Ignorable_Code_Point:]&[[:scx=Latn:][:scx=Cyrl:][:scx=Grek:][:scx=Arab:][:scx=Hebr:][:scx=Armn:][:scx=Geor:][:scx=Deva:][:scx=Beng:][:scx=Taml:][:scx=Thai:][:scx=Hani:][:scx=Hira:][:scx=Kana:][:scx=Hang:][0-9]]]");
var groups = new TreeMap<String, StringBuilder>();

// The standard leaves small capitals as they are, which pass for the letter itself in most fonts.
String prototype(String c) {
  String name = UCharacter.getName(c.codePointAt(0));
  String small = "LATIN LETTER SMALL CAPITAL ";
  if (name != null && name.startsWith(small) && name.length() == small.length() + 1) return name.substring(small.length()).toLowerCase();
  // The standard's own sign for what looks like a small capital K or M.
  return checker.getSkeleton(c).replace('ĸ', 'k').replace('ʍ', 'm');
}
int count = 0;
for (String c : letters) {
  if (!nfkc.isNormalized(c) || !nfd.isNormalized(c)) continue;
  String p = prototype(c);
  if (p.equals(c) || p.isBlank()) continue;
  count++;
  groups.computeIfAbsent(p, k -> new StringBuilder()).append(c);
}
var out = new StringBuilder("""
/**
 * Letters, marks and digits that look like something else, by Unicode Technical Standard 39 (data of ICU 77.1, Unicode 16,
 * under the Unicode licence) and small capitals: a line is what they look like, a space, and the characters that do.
 * Made by `scripts/confusables.jsh`; only those that a username may hold are here.
 */
export const CONFUSABLES = String.raw`""");
for (var e : groups.entrySet()) out.append('\n').append(e.getKey()).append(' ').append(e.getValue());
Files.writeString(Path.of("src/confusables.ts"), out.append("`;\n").toString());
/exit

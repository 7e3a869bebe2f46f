// Generates src/confusables.json from ICU's data for Unicode Technical Standard 39. Needs the jar of ICU4J (Maven: com.ibm.icu:icu4j):
//   jshell --class-path icu4j-77.1.jar scripts/confusables.jsh
import com.ibm.icu.text.*;
import com.ibm.icu.lang.UCharacter;
import java.nio.file.*;
var checker = new SpoofChecker.Builder().build();
var nfkc = Normalizer2.getNFKCInstance();
var nfd = Normalizer2.getNFDInstance();
var letters = new UnicodeSet("[[[:L:][:M:][:Nd:]]-[:Default_Ignorable_Code_Point:]&[[:scx=Latn:][:scx=Cyrl:][:scx=Grek:][:scx=Arab:][:scx=Hebr:][:scx=Armn:][:scx=Geor:][:scx=Deva:][:scx=Beng:][:scx=Taml:][:scx=Thai:][:scx=Hani:][:scx=Hira:][:scx=Kana:][:scx=Hang:][0-9]]]");
var groups = new TreeMap<String, StringBuilder>();

// The standard does not list small capitals, but in most fonts they look like the letter itself.
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
var lines = new ArrayList<String>();
for (var e : groups.entrySet()) lines.add("  \"" + e.getKey().replace("\\", "\\\\").replace("\"", "\\\"") + "\": \"" + e.getValue() + "\"");
Files.writeString(Path.of("src/confusables.json"), "{\n" + String.join(",\n", lines) + "\n}\n");
/exit

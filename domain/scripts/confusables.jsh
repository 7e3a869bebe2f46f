// Generates src/confusables.json from ICU's data for Unicode Technical Standard 39: for each prototype, the characters
// that look like it. Also generates src/scripts.json, the short names of all scripts that have letters. Run this script in domain/ with the jar of ICU4J (Maven: com.ibm.icu:icu4j):
//   jshell --class-path icu4j-77.1.jar scripts/confusables.jsh
import com.ibm.icu.text.*;
import com.ibm.icu.lang.*;
import java.nio.file.*;
var checker = new SpoofChecker.Builder().build();
var nfkc = Normalizer2.getNFKCInstance();
var nfd = Normalizer2.getNFDInstance();
// The letters, marks and digits of all scripts, without invisible characters.
var usernameCharacters = new UnicodeSet("[[[:L:][:M:][:Nd:]]-[:Default_Ignorable_Code_Point:]]");
var lookalikesByPrototype = new TreeMap<String, StringBuilder>();

String prototypeOf(String character) {
  // The standard does not list small capitals, but in most fonts they look like the small letter.
  String name = UCharacter.getName(character.codePointAt(0));
  String smallCapital = "LATIN LETTER SMALL CAPITAL ";
  boolean isSmallCapital = name != null && name.startsWith(smallCapital) && name.length() == smallCapital.length() + 1;
  if (isSmallCapital) return name.substring(smallCapital.length()).toLowerCase();
  // For characters that look like a small capital K or M, the standard's prototype is ĸ or ʍ.
  return checker.getSkeleton(character).replace('ĸ', 'k').replace('ʍ', 'm');
}
for (String character : usernameCharacters) {
  // Usernames are normalised before they are compared, so they contain only characters in normal form.
  if (!nfkc.isNormalized(character) || !nfd.isNormalized(character)) continue;
  String prototype = prototypeOf(character);
  if (prototype.equals(character) || prototype.isBlank()) continue;
  lookalikesByPrototype.computeIfAbsent(prototype, key -> new StringBuilder()).append(character);
}
var lines = new ArrayList<String>();
for (var entry : lookalikesByPrototype.entrySet()) {
  String prototype = entry.getKey().replace("\\", "\\\\").replace("\"", "\\\"");
  lines.add("  \"" + prototype + "\": \"" + entry.getValue() + "\"");
}
Files.writeString(Path.of("src/confusables.json"), "{\n" + String.join(",\n", lines) + "\n}\n");

var scripts = new TreeSet<String>();
for (String character : new UnicodeSet("[[:L:]-[:sc=Zyyy:]-[:sc=Zinh:]]"))
  scripts.add(UScript.getShortName(UScript.getScript(character.codePointAt(0))));
Files.writeString(Path.of("src/scripts.json"), "[\"" + String.join("\", \"", scripts) + "\"]\n");
/exit

import { writeFileSync } from "node:fs";
import { licencesPage, shippedPackages } from "../dependencies/licences.ts";
import { readLockfile } from "../dependencies/lockfile.ts";
import { inRoot } from "../paths.ts";
import { command } from "../stop.ts";

await command(async () => {
  const lines = shippedPackages(readLockfile());
  writeFileSync(inRoot("docs", "licences.md"), licencesPage(lines));
  console.log(`Wrote docs/licences.md: ${lines.length} packages.`);
  return 0;
});

import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { BUCKET_REGIONS, compareLocations } from "./locations.ts";

const findingKind = (finding: object): string => Object.keys(finding).join();

describe("the locations of functions, bucket and database", () => {
  it.each([
    // region, bucket, database, kind of the finding on the bucket, kind of the finding on the database
    ["europe-west3", "EUROPE-WEST3", "europe-west3", "ok", "ok"],
    ["us-central1", "US-EAST1", "us-east1", "problem", "warning"],
    ["us-east1", "US-EAST1", "us-east1", "ok", "ok"],
    ["us-central1", "US", "nam5", "ok", "ok"],
    ["europe-west1", "US", "nam5", "problem", "warning"],
    ["europe-west1", "EU", "eur3", "ok", "ok"],
    ["us-central1", "EU", "eur3", "problem", "warning"],
    ["us-east1", "NAM4", "nam5", "ok", "warning"],
    ["us-west1", "NAM4", "nam5", "problem", "warning"],
    ["europe-west4", "EUR4", "eur3", "ok", "ok"],
    ["europe-west1", "EUR4", "eur3", "problem", "ok"],
    ["asia-northeast1", "ASIA", "asia-northeast1", "ok", "ok"],
    ["asia-northeast2", "ASIA1", "asia-northeast1", "ok", "warning"],
    ["asia-east1", "ASIA1", "asia-east1", "problem", "ok"],
    ["us-central1", "US-CENTRAL1", "nam7", "ok", "ok"],
    ["europe-west1", "US-CENTRAL1", "eur3", "warning", "ok"],
    ["us-central1", "MOON9", "nam5", "problem", "ok"],
    ["us-central1", "US", "moon9", "ok", "warning"],
  ])("functions in %s, bucket in %s, database in %s: bucket %s, database %s", (region, bucket, database, ...kinds) => {
    expect(compareLocations({ region, bucket, database }).map(findingKind)).toEqual(kinds);
  });

  it("lead to the advice to use a region that fits both bucket and database, if there is one", () => {
    const adviceFor = (region: string, bucket: string | null, database: string): string =>
      JSON.stringify(compareLocations({ region, bucket, database })).replaceAll('\\"', '"');
    expect(adviceFor("us-central1", "US-EAST1", "nam5")).toContain('Set "region":"us-east1" in LOGBOOK');
    expect(adviceFor("us-central1", "EU", "eur3")).toMatch(
      /Set "region":"europe-west1" \(or another of .*europe-west4/,
    );
    expect(adviceFor("us-east1", "US", "nam5")).toContain(
      'Set "region":"us-central1" in LOGBOOK_FIREBASE_CONFIG, which fits',
    );
    expect(adviceFor("us-east1", "US-EAST1", "eur3")).toContain("No region is next to the bucket as well");
    expect(adviceFor("us-central1", null, "eur3")).toContain('If the bucket is there too, set "region":"europe-west1"');
    expect(adviceFor("us-central1", "MOON9", "nam5")).toContain("location moon9 is not known here");
  });

  it("are compared by the same table as in firebase-tools, which refuses a trigger in another region", () => {
    const { MULTI_REGION_MAPPING, DUAL_REGION_MAPPING } = createRequire(import.meta.url)(
      "firebase-tools/lib/gcp/location",
    ) as Record<string, Record<string, string>>;
    const firebaseToolsPairs = [MULTI_REGION_MAPPING!, DUAL_REGION_MAPPING!].flatMap((mapping) =>
      Object.entries(mapping).map(([region, location]) => `${location} ${region}`),
    );
    const logbookPairs = Object.entries(BUCKET_REGIONS).flatMap(([location, regions]) =>
      regions.map((region) => `${location} ${region}`),
    );
    expect(logbookPairs.sort()).toEqual(firebaseToolsPairs.sort());
  });
});

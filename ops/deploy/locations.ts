import type { Finding } from "./checks.ts";

/** The functions' region, and the locations of the project's bucket and database; `null` if unknown. */
export interface Locations {
  region: string;
  /** In Cloud Storage's notation: `US`, `EUROPE-WEST3`, `NAM4`. */
  bucket: string | null;
  /** In Firestore's notation: `nam5`, `europe-west3`. */
  database: string | null;
}

const EUROPE = ["europe-west1", "europe-west3", "europe-west4", "europe-west5", "europe-north1", "europe-central2"];
const US = ["us-central1", "us-east1", "us-east4", "us-west1", "us-west2", "us-west3", "us-west4"];
const EAST_ASIA = ["asia-east1", "asia-east2", "asia-northeast1", "asia-northeast2", "asia-northeast3"];
const SOUTH_ASIA = ["asia-south1", "asia-south2", "asia-southeast1", "asia-southeast2"];

/** The regions in which functions may listen to a multi-region bucket, from firebase-tools; the preferred one first. */
export const BUCKET_REGIONS: Readonly<Record<string, readonly string[]>> = {
  us: US,
  eu: EUROPE,
  asia: [...EAST_ASIA, ...SOUTH_ASIA],
  nam4: ["us-central1", "us-east1"],
  eur4: ["europe-west4", "europe-north1"],
  asia1: ["asia-northeast1", "asia-northeast2"],
};

/** The regions next to a multi-region database. */
const DATABASE_REGIONS: Readonly<Record<string, readonly string[]>> = {
  nam5: ["us-central1"],
  nam7: ["us-central1"],
  eur3: ["europe-west1", "europe-west4"],
};

/** firebase-tools lets functions of every region listen to a bucket in this region, near or not. */
const BUCKET_REGION_FOR_ALL_FUNCTIONS = "us-central1";

const REGION_PATTERN = /^[a-z]+-[a-z]+\d+$/;

/** Compares the locations. A function can listen only to a bucket near it; a distant database only slows calls down. */
export function compareLocations(locations: Locations): Finding[] {
  const { region } = locations;
  const bucket = locations.bucket?.toLowerCase() ?? null;
  const database = locations.database?.toLowerCase() ?? null;
  return [
    ...(bucket === null ? [] : [compareBucket(region, bucket, regionsOf(DATABASE_REGIONS, database))]),
    ...(database === null
      ? []
      : [compareDatabase(region, database, bucket === null ? null : regionsOf(BUCKET_REGIONS, bucket))]),
  ];
}

/** If the functions cannot stay in `region`, advises one near the bucket and, if possible, near the database too. */
function compareBucket(region: string, bucket: string, databaseRegions: readonly string[]): Finding {
  const regions = regionsOf(BUCKET_REGIONS, bucket);
  if (regions.includes(region))
    return { ok: `The bucket is in ${bucket}, where functions in ${region} can listen to it.` };
  if (regions.length === 0)
    return {
      problem: `The bucket's location ${bucket} is not known here, and firebase-tools lets no function in ${region} listen to it. Begin a project whose bucket is in ${region}: docs/deploy.md, step 1.`,
    };
  const betterRegion = regions.find((candidate) => databaseRegions.includes(candidate)) ?? regions[0];
  if (bucket === BUCKET_REGION_FOR_ALL_FUNCTIONS)
    return {
      warning: `The bucket is in ${bucket}, the functions in ${region}: that can be deployed, but every file travels between them. Set "region":"${betterRegion}", unless the database is in ${region}.`,
    };
  const alternatives = regions.length === 1 ? "" : ` (or another of ${regions.join(", ")})`;
  return {
    problem: `A function in ${region} cannot listen to the bucket, which is in ${bucket}, and a bucket cannot be moved. Set "region":"${betterRegion}"${alternatives} in LOGBOOK_FIREBASE_CONFIG, or begin a project whose bucket is in ${region}: docs/deploy.md, step 1.`,
  };
}

/** `bucketRegions` are the regions near the bucket; `null` if it is not known where the bucket is. */
function compareDatabase(region: string, database: string, bucketRegions: readonly string[] | null): Finding {
  const regions = regionsOf(DATABASE_REGIONS, database);
  if (regions.includes(region)) return { ok: `The database is in ${database}, next to functions in ${region}.` };
  const slowWarning = `The database is in ${database}, the functions in ${region}: that can be deployed, but every call takes longer.`;
  if (regions.length === 0)
    return { warning: `${slowWarning} ${database} is not known here; choose the region next to it.` };
  if (bucketRegions === null)
    return {
      warning: `${slowWarning} If the bucket is there too, set "region":"${regions[0]}" in LOGBOOK_FIREBASE_CONFIG.`,
    };
  const betterRegion = regions.find((candidate) => bucketRegions.includes(candidate));
  return {
    warning:
      betterRegion === undefined
        ? `${slowWarning} No region is next to the bucket as well, and functions have to be near the bucket.`
        : `${slowWarning} Set "region":"${betterRegion}" in LOGBOOK_FIREBASE_CONFIG, which fits the bucket too.`,
  };
}

/** The regions of a location: those of the table, or the location itself if it is a region. */
function regionsOf(table: Readonly<Record<string, readonly string[]>>, location: string | null): readonly string[] {
  if (location === null) return [];
  return table[location] ?? (REGION_PATTERN.test(location) ? [location] : []);
}

/**
 * A document's version: its update time in whole microseconds since 1970, as exact as Firestore keeps it. 0 stands for one
 * that is not known, which no document has.
 */
export type Version = number;

export const UNKNOWN_VERSION: Version = 0;

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/;
const MICROS = 1_000_000;

/** The version of an update time as REST writes it; unknown for one that is no such time, or finer than microseconds. */
export function readVersion(updateTime: string | undefined): Version {
  const [, seconds, fraction = ""] = FORM.exec(updateTime ?? "") ?? [];
  if (seconds === undefined) return UNKNOWN_VERSION;
  return versionOf({ seconds: Date.parse(`${seconds}Z`) / 1000, nanoseconds: Number(fraction.padEnd(9, "0")) });
}

/** The version of an update time in the Admin SDK's words; unknown for one that is finer than microseconds. */
export function versionOf({ seconds, nanoseconds }: { seconds: number; nanoseconds: number }): Version {
  return nanoseconds % 1000 === 0 ? seconds * MICROS + nanoseconds / 1000 : UNKNOWN_VERSION;
}

/** The moment of a version, in milliseconds, begun ones left out. */
export const millisOf = (version: Version): number => Math.floor(version / 1000);

/** The update time of a version, as REST writes it. */
export function updateTimeOf(version: Version): string {
  const micros = version % MICROS;
  const seconds = new Date((version - micros) / 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(micros).padStart(6, "0")}Z`;
}

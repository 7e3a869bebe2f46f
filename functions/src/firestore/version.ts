/** A document's version: its update time in microseconds since 1970, Firestore's precision. 0 means unknown. */
export type Version = number;

export const UNKNOWN_VERSION: Version = 0;

const UPDATE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/;
const MICROS_PER_SECOND = 1_000_000;

/** Parses an update time of the REST API. A malformed time, or one finer than microseconds, is an unknown version. */
export function parseVersion(updateTime: string | undefined): Version {
  const [, dateAndTime, fraction = ""] = UPDATE_TIME.exec(updateTime ?? "") ?? [];
  if (dateAndTime === undefined) return UNKNOWN_VERSION;
  return versionOfTimestamp({
    seconds: Date.parse(`${dateAndTime}Z`) / 1000,
    nanoseconds: Number(fraction.padEnd(9, "0")),
  });
}

/** The version of an update time of the Admin SDK. The version is unknown if the time is finer than microseconds. */
export function versionOfTimestamp({ seconds, nanoseconds }: { seconds: number; nanoseconds: number }): Version {
  return nanoseconds % 1000 === 0 ? seconds * MICROS_PER_SECOND + nanoseconds / 1000 : UNKNOWN_VERSION;
}

/** The time of a version in milliseconds, rounded down. */
export const millisOf = (version: Version): number => Math.floor(version / 1000);

/** Formats a version as an update time of the REST API, the opposite of `parseVersion`. */
export function formatVersion(version: Version): string {
  const micros = version % MICROS_PER_SECOND;
  const dateAndTime = new Date((version - micros) / 1000).toISOString().slice(0, 19);
  return `${dateAndTime}.${String(micros).padStart(6, "0")}Z`;
}

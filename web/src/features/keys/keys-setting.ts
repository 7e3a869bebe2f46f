import { readStored, writeStored } from "../../shared/session/local-storage.ts";

const STORAGE_KEY = "logbook.keys";

/** Whether single keys do something in this browser. They can be turned off, as WCAG 2.1.4 asks. */
export const areKeysOn = (): boolean => readStored(STORAGE_KEY) !== false;

/** Turns the keys on or off, for all windows and later visits. */
export const setKeysOn = (isOn: boolean): void => writeStored(STORAGE_KEY, isOn ? null : false);

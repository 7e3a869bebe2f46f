import type { Area } from "@logbook/domain";
import { createContext, useContext } from "react";

/** The areas of the website, from the response whose reports are shown; `undefined` if there are none. */
export const Areas = createContext<readonly Area[] | undefined>(undefined);

export const useAreas = (): readonly Area[] => useContext(Areas) ?? [];

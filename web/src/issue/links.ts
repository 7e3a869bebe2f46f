import { isHttpUrl } from "@logbook/domain";
import { tokenize } from "linkifyjs";

/** A part of a text; `key` is where it starts. */
export interface TextPart {
  key: number;
  text: string;
  isLink: boolean;
}

/** The parts of a text in order, http and https addresses being links; joined they are the text again. */
export function splitLinks(text: string): TextPart[] {
  let key = 0;
  return tokenize(text).map((token) => {
    const part = { key, text: token.v, isLink: token.t === "url" && isHttpUrl(token.v) };
    key += token.v.length;
    return part;
  });
}

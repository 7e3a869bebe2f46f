export { describeEnvironment, initialEnvironment, setEnvironmentPrefilled } from "./environment.ts";
export {
  cleanTexts,
  EMPTY_TEXTS,
  fieldOrder,
  isInvalidUrl,
  type ReportTexts,
  TEXT_FIELDS,
  type TextName,
  validateTexts,
  withHiddenTexts,
} from "./report-texts.ts";

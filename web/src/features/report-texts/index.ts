export { describeEnvironment, environmentText, initialEnvironment, setEnvironmentPrefilled } from "./environment.ts";
export {
  cleanTexts,
  EMPTY_TEXTS,
  fieldOrder,
  isInvalidUrl,
  type ReportTexts,
  type TextName,
  validateTexts,
  withHiddenTexts,
} from "./report-texts.ts";

/** Replaces re2js in the build (`vite.config.ts`): only Firestore's pipelines need re2js, and this page uses none. */
export const RE2JS = {
  compile(): never {
    throw new Error("Firestore's pipelines are left out of this page.");
  },
};

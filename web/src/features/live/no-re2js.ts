/** Replaces re2js in the build (`vite.config.ts`): only pipelines of Firestore need it, and this page has none. */
export const RE2JS = {
  compile(): never {
    throw new Error("Firestore's pipelines are left out of this page.");
  },
};

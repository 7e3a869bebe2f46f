/** Replaces the package re2js in the build (`vite.config.ts`): Firestore needs it only for pipelines, which we do not use. */
export const RE2JS = {
  compile(): never {
    throw new Error("Firestore's pipelines are left out of this page.");
  },
};

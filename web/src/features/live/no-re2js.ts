/** Stands in the build for the package re2js, which Firestore imports for pipelines. */
export const RE2JS = {
  compile(): never {
    throw new Error("Firestore's pipelines are left out of this page.");
  },
};

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { firstChunkOf } from "./first-chunks.ts";
import { firstPaint } from "./first-paint.ts";
import { icons } from "./icons.ts";

/** Leaves unused parts of Firebase and reactfire out of the build (docs/decisions/0043-major-versions.md). */
function trimFirebase(): Plugin {
  return {
    name: "logbook-trim-firebase",
    apply: "build",
    config: () => ({
      resolve: {
        alias: [
          // The built reactfire is one module and would load Firestore with Storage. Its source has several modules.
          { find: /^reactfire$/, replacement: `${import.meta.dirname}/../node_modules/reactfire/src/index.ts` },
          // Firestore uses re2js only to match patterns of pipeline queries. The page has no such queries.
          { find: /^re2js$/, replacement: `${import.meta.dirname}/src/features/live/no-re2js.ts` },
        ],
      },
      // Reactfire's source reads this variable, and browsers have no `process`.
      define: { "process.env.REACTFIRE_VERSION": JSON.stringify("") },
    }),
  };
}

/**
 * Lets the bundler remove the parts of react-router that the page does not use (8 KiB of the first load). The bundler
 * removes only code without side effects. So this plugin removes assignments to `displayName` and `contextType`, and
 * marks React's calls and base classes as pure.
 */
function shakeRouter(): Plugin {
  return {
    name: "logbook-shake-router",
    apply: "build",
    transform: {
      filter: { id: /node_modules\/react-router\// },
      handler: (code) => ({
        code: code
          .replace(/^\s*\w+\.(displayName|contextType) = .+;$/gm, "")
          .replace(/React\d*\.(forwardRef|memo|createContext)\(/g, "/* @__PURE__ */ $&")
          .replace(/extends (React\d*\.Component)/g, "extends /* @__PURE__ */ (() => $1)()"),
        map: null,
      }),
    },
  };
}

export default defineConfig({
  plugins: [react(), icons(), tailwindcss(), firstPaint(), shakeRouter(), trimFirebase()],
  server: { host: "127.0.0.1", proxy: { "/api": process.env.LOGBOOK_API ?? "http://127.0.0.1:5000" } },
  build: {
    // All these browsers support `light-dark()`. For older ones the build would replace it with more CSS.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // The Content-Security-Policy allows no fonts or scripts in `data:` URLs.
    assetsInlineLimit: 0,
    // tests/lighthouse/bytes.test.ts reads the manifest.
    manifest: true,
    // All these browsers support `modulepreload`.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few large files compress better than many small ones (first-chunks.ts).
          groups: [
            // This file also gets the small functions that Vite and the bundler add, because every file needs them.
            // The priority keeps React out of `libraries`, which also gets the modules that its own modules import.
            { name: "react", test: /node_modules\/react\/|\/preload-helper|rolldown\/runtime/, priority: 2 },
            {
              name: "libraries",
              test: /node_modules\/(react-dom|scheduler|react-router|react-router-dom|@tanstack)\//,
            },
            {
              name: firstChunkOf,
              debugName: "first load",
              test: /\/(web|domain)\/src\//,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
      treeshake: {
        moduleSideEffects: [
          // These packages do not mark their modules as free of side effects.
          { test: /node_modules\/(reactfire|rxfire|firebase|@firebase)\//, sideEffects: false },
          // A file that imports one part of a feature must not load the others that the feature's index exports.
          { test: /\/features\/[^/]+\/index(-lazy)?\.ts$/, sideEffects: false },
        ],
      },
    },
  },
});

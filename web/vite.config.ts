import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { firstChunkOf } from "./first-chunks.ts";
import { firstPaint } from "./first-paint.ts";
import { icons } from "./icons.ts";

/** Fills the page's Firebase data block from LOGBOOK_FIREBASE_CONFIG (JSON), if that is set. */
function firebaseConfigBlock(): Plugin {
  const config = process.env.LOGBOOK_FIREBASE_CONFIG;
  return {
    name: "logbook-firebase-config",
    transformIndexHtml(html) {
      if (config === undefined || config === "") return html;
      // `<` is escaped, so that no value can end the block.
      const block = JSON.stringify(JSON.parse(config)).replaceAll("<", "\\u003c");
      return html.replace(
        /(<script type="application\/json" id="firebase-config">)[^<]*/,
        (_, openingTag) => openingTag + block,
      );
    },
  };
}

const absolutePath = (pathInWeb: string) => fileURLToPath(new URL(pathInWeb, import.meta.url));

/** Leaves unused parts of Firebase and reactfire out of the build (docs/decisions/0043-major-versions.md). */
function trimFirebase(): Plugin {
  return {
    name: "logbook-trim-firebase",
    apply: "build",
    config: () => ({
      resolve: {
        alias: [
          // The built reactfire is one module, which loads Firestore and Storage together. Its source can be split.
          { find: /^reactfire$/, replacement: absolutePath("../node_modules/reactfire/src/index.ts") },
          // Firestore uses re2js only to match patterns of pipeline queries in the browser; the page has no such queries.
          { find: /^re2js$/, replacement: absolutePath("src/features/live/no-re2js.ts") },
        ],
      },
      define: { "process.env.REACTFIRE_VERSION": JSON.stringify("") },
    }),
  };
}

/**
 * Removes the parts of react-router that the page does not use from the build (8 KiB of the first load). The bundler
 * removes unused code only if it is free of side effects. So this plugin removes assignments to `displayName` and
 * `contextType`, and marks calls and base classes of React as pure.
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

const apiOrigin = process.env.LOGBOOK_API ?? "http://127.0.0.1:5000";

export default defineConfig({
  plugins: [react(), icons(), tailwindcss(), firstPaint(), shakeRouter(), trimFirebase(), firebaseConfigBlock()],
  server: { host: "127.0.0.1", proxy: { "/api": apiOrigin } },
  build: {
    // All these browsers support `light-dark()`. For older ones the build would replace it with more CSS.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few large files compress better than many small ones (first-chunks.ts).
          groups: [
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
        // These packages do not mark their modules as free of side effects.
        moduleSideEffects: [{ test: /node_modules\/(reactfire|rxfire|firebase|@firebase)\//, sideEffects: false }],
      },
    },
  },
});

import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { firstFileOf } from "./first-files.ts";
import { firstPicture } from "./first-picture.ts";
import { icons } from "./icons.ts";

/** Fills the page's Firebase data block from LOGBOOK_FIREBASE_CONFIG (JSON), where that is set. */
function firebaseConfigBlock(): Plugin {
  const filled = process.env.LOGBOOK_FIREBASE_CONFIG;
  return {
    name: "logbook-firebase-config",
    transformIndexHtml(html) {
      if (filled === undefined || filled === "") return html;
      // `<` escaped, so that no value can end the block.
      const block = JSON.stringify(JSON.parse(filled)).replaceAll("<", "\\u003c");
      return html.replace(/(<script type="application\/json" id="firebase-config">)[^<]*/, (_, open) => open + block);
    },
  };
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Keeps out of the build what of Firebase is not used (docs/decisions/0011-live-list.md). */
function firebaseInParts(): Plugin {
  return {
    name: "logbook-firebase-in-parts",
    apply: "build",
    config: () => ({
      resolve: {
        alias: [
          // Built, reactfire is one module, and who uses any of it loads Firestore and Storage both; its sources fall apart.
          { find: /^reactfire$/, replacement: here("../node_modules/reactfire/src/index.ts") },
          // Firestore needs it only to evaluate pipelines' patterns on the device, which nothing here asks for.
          { find: /^re2js$/, replacement: here("src/features/live/no-re2js.ts") },
        ],
      },
      define: { "process.env.REACTFIRE_VERSION": JSON.stringify("") },
    }),
  };
}

/**
 * Lets the bundler leave out what nobody uses of react-router: names written onto its contexts and components, and calls
 * that are not marked as free of effects, would keep its links, forms and prefetching (6 KB) in the page.
 */
function shakeRouter(): Plugin {
  return {
    name: "logbook-shake-router",
    apply: "build",
    transform: {
      filter: { id: /node_modules\/react-router\// },
      handler: (code) => ({
        code: code
          .replace(/^\s*\w+\.displayName = "\w+";$/gm, "")
          .replace(/React\d*\.(forwardRef|memo|createContext)\(/g, "/* @__PURE__ */ $&"),
        map: null,
      }),
    },
  };
}

/** Keeps zod from trying whether it may make code out of text: the page's policy forbids that, and reports each try. */
function zodWithoutCode(): Plugin {
  const before = "__zod_globalConfig = {}";
  return {
    name: "logbook-zod-without-code",
    apply: "build",
    transform: {
      filter: { id: /node_modules\/zod\/v4\/core\/core\.js/ },
      handler(code) {
        if (!code.includes(before))
          throw new Error("zod keeps its settings elsewhere now. Please mend vite.config.ts.");
        return { code: code.replace(before, "__zod_globalConfig = { jitless: true }"), map: null };
      },
    },
  };
}

const api = process.env.LOGBOOK_API ?? "http://127.0.0.1:5000";

export default defineConfig({
  plugins: [
    react(),
    icons(),
    tailwindcss(),
    firstPicture(),
    shakeRouter(),
    zodWithoutCode(),
    firebaseInParts(),
    firebaseConfigBlock(),
  ],
  server: { host: "127.0.0.1", proxy: { "/api": api } },
  build: {
    // `light-dark()` is kept as it is: each theme token is written once.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file compresses better than six; the second group is what comes after the first paint.
          groups: [
            { name: "react", test: /node_modules\/react\/|\/preload-helper|rolldown\/runtime/, priority: 2 },
            { name: "app", test: /node_modules\/(react-dom|scheduler|react-router|react-router-dom|@tanstack)\// },
            // firstFileOf says which modules; the test only keeps it from being asked about every other.
            {
              name: firstFileOf,
              debugName: "first paint",
              test: /\/(web|domain)\/src\//,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
      treeshake: {
        // These say of none of their modules that it may be left out when nothing of it is used.
        moduleSideEffects: [{ test: /node_modules\/(reactfire|rxfire|firebase|@firebase)\//, sideEffects: false }],
      },
    },
  },
});

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

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

const api = process.env.LOGBOOK_API ?? "http://127.0.0.1:5000";

export default defineConfig({
  plugins: [react(), tailwindcss(), firebaseConfigBlock()],
  server: { host: "127.0.0.1", proxy: { "/api": api } },
  build: {
    // `light-dark()` is kept as it is: each theme token is written once.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // These say of none of their modules that it may be left out when nothing of it is used.
        moduleSideEffects: [{ test: /node_modules\/(reactfire|rxfire|firebase|@firebase)\//, sideEffects: false }],
      },
    },
  },
});

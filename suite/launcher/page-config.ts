import type { Ports } from "./ports.ts";

/** The content of the data block in a suite's page: the configuration with which the page starts Firebase. */
export function localPageConfig(projectId: string, ports: Ports) {
  return {
    projectId,
    apiKey: "fake-api-key",
    authDomain: `${projectId}.firebaseapp.com`,
    storageBucket: `${projectId}.appspot.com`,
    appId: "logbook-local",
    emulators: {
      auth: `http://127.0.0.1:${ports.auth}`,
      firestore: `127.0.0.1:${ports.firestore}`,
      storage: `127.0.0.1:${ports.storage}`,
    },
  };
}

const BLOCK = /(<script type="application\/json" id="firebase-config">)[^<]*(<\/script>)/;

/** The page with its data block filled; throws if the page has none. */
export function fillConfigBlock(html: string, config: object): string {
  if (!BLOCK.test(html))
    throw new Error('index.html has no <script type="application/json" id="firebase-config"> block');
  // `<` is escaped, so that no value can end the block.
  const json = JSON.stringify(config).replaceAll("<", "\\u003c");
  // In a replacement text `$` would have a special meaning, so replace() gets a function.
  return html.replace(BLOCK, (_, open: string, close: string) => open + json + close);
}

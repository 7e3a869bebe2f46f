import type { Ports } from "./ports.ts";

/** The configuration with which a suite's page starts Firebase. `fillConfigBlock` writes it into index.html. */
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

const CONFIG_BLOCK = /(<script type="application\/json" id="firebase-config">)[^<]*(<\/script>)/;

/** Writes a configuration into the data block of a page, a script element. Throws if the page has no data block. */
export function fillConfigBlock(html: string, config: object): string {
  if (!CONFIG_BLOCK.test(html))
    throw new Error('index.html has no <script type="application/json" id="firebase-config"> block');
  // `<` is escaped, so that no value can end the block.
  const json = JSON.stringify(config).replaceAll("<", "\\u003c");
  // In a replacement text `$` would have a special meaning, so replace() gets a function.
  return html.replace(CONFIG_BLOCK, (_, openTag: string, closeTag: string) => openTag + json + closeTag);
}

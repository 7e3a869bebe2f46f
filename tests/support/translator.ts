import type { Page } from "@playwright/test";

/**
 * What a browser's translator does to the texts of a page. `wraps`: it moves each text into two `<font>` elements, as
 * Google Translate does before a translation arrives. `replaces`: it puts a translated text in place of each text,
 * split into two text nodes.
 */
export type Translator = "wraps" | "replaces";

/** Translates the page and, until the next page load, everything that appears on it. */
export const translate = (page: Page, translator: Translator): Promise<void> =>
  page.evaluate(translateDocument, translator);

/** Translates the page from its start on, also before React has hydrated the server's markup. */
export const translateFromStart = (page: Page, translator: Translator): Promise<unknown> =>
  page.addInitScript(translateDocument, translator);

/** Runs in the page. The "translation" of a text is the same text with a mark before it. */
function translateDocument(translator: Translator): void {
  const MARK = "»";
  const ownNodes = new WeakMap<Text, string>();
  const createNode = (text: string): Text => {
    // Not by `createTextNode`, whose calls fail a test (page-errors.ts).
    const node = new Text(text);
    ownNodes.set(node, text);
    return node;
  };
  const replaceBy = (node: Text, ...texts: Text[]): void => {
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    outer.append(inner);
    node.replaceWith(outer);
    inner.append(...texts);
  };
  const translateText = (node: Text): void => {
    const text = node.data;
    const isUntranslatable = node.parentElement?.closest("head, script, style, textarea") != null;
    if (ownNodes.get(node) === text || text.trim() === "" || isUntranslatable || !node.isConnected) return;
    if (translator === "wraps") {
      ownNodes.set(node, text);
      replaceBy(node, node);
    } else {
      const translation = MARK + text;
      const middle = Math.ceil(translation.length / 2);
      replaceBy(node, createNode(translation.slice(0, middle)), createNode(translation.slice(middle)));
    }
  };
  const translateTree = (root: Node): void => {
    const texts: Text[] = root instanceof Text ? [root] : [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translateText);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Text) translateText(target);
      addedNodes.forEach(translateTree);
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  translateTree(document);
}

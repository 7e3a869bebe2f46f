/** Returns a rules file with one text replaced, however its lines are broken and indented. It must occur once. */
export function replaceOnce(source: string, find: string, replacement: string): string {
  const { index, length } = findOnce(source, find);
  return source.slice(0, index) + replacement + source.slice(index + length);
}

/** Where this text is in a rules file. Throws an error unless it occurs exactly once. */
export function findOnce(source: string, find: string): { index: number; length: number } {
  const tokens = find.match(/'(?:\\.|[^'\\])*'|\w+|[^\s\w]/g) ?? [];
  const patterns = tokens.map((token) => (/^\w/.test(token) ? `\\b${token}\\b` : token.replace(/\W/g, "\\$&")));
  // Between two tokens there may be white space and comments.
  const matches = [...source.matchAll(new RegExp(patterns.join("(?:\\s|//[^\\n]*)*"), "g"))];
  const [match] = matches;
  if (match === undefined || matches.length > 1)
    throw new Error(`Found ${matches.length} times in the rules, expected once: ${find}`);
  return { index: match.index, length: match[0].length };
}

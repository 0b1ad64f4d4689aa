/**
 * Text that others may have written, for one line of a terminal: what ends a line, moves the cursor, or hides or reorders text
 * becomes an escape of JSON, so that a line of JSON stays the same JSON.
 */
export function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => character.split('').map(escaped).join(''));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

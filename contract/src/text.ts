import Type from 'typebox';

/**
 * Text that both databases can hold: at least one visible character, no control characters (PostgreSQL refuses U+0000)
 * and no lone surrogates (they do not survive UTF-8).
 */
export function Text(maxLength: number, options: { description?: string } = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: VISIBLE_TEXT, ...options });
}

/** Like `Text`, with line breaks and tabs allowed. */
export function MultilineText(maxLength: number, options: { description?: string } = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: VISIBLE_MULTILINE_TEXT, ...options });
}

// Ajv compiles patterns with the u flag: \p{Cc} control characters, \p{Cs} lone surrogates, \p{Z} and U+FEFF the spaces
// that are no control characters. The parts are blanks, one visible character, the rest. No character fits two neighbouring
// parts, so a text matches in one way only, and checking takes linear time.
const BLANK = '\\p{Z}\\uFEFF';
const LINE_BREAKS = '\\t\\n\\r';
const CONTROLS_BUT_LINE_BREAKS = '\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F';
const VISIBLE = `[^${BLANK}\\p{Cc}\\p{Cs}]`;
const VISIBLE_TEXT = `^[${BLANK}]*${VISIBLE}[^\\p{Cc}\\p{Cs}]*$`;
const VISIBLE_MULTILINE_TEXT = `^[${BLANK}${LINE_BREAKS}]*${VISIBLE}[^${CONTROLS_BUT_LINE_BREAKS}\\p{Cs}]*$`;

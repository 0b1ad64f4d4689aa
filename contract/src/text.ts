import Type from 'typebox';

/**
 * Text that both databases can hold: at least one visible character, no control characters (PostgreSQL refuses U+0000)
 * and no lone surrogates (they do not survive UTF-8).
 */
export function Text(maxLength: number, options: { description?: string } = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: VISIBLE_TEXT, ...options });
}

/** The same, and line breaks and tabs are welcome. */
export function MultilineText(maxLength: number, options: { description?: string } = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: VISIBLE_MULTILINE_TEXT, ...options });
}

// Ajv compiles patterns with the u flag: \p{Cc} control characters, \p{Cs} lone surrogates.
const VISIBLE_TEXT = '^[^\\p{Cc}\\p{Cs}]*[^\\s\\p{Cc}\\p{Cs}][^\\p{Cc}\\p{Cs}]*$';
const VISIBLE_MULTILINE_TEXT =
  '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])*[^\\s\\p{Cc}\\p{Cs}](?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])*$';

/** Text array literals for PostgreSQL parameters, at half the cost of the driver's generic conversion. */

const special = /["\\]/
const escape = (text: string) => (special.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text)

/**
 * Formats texts as a literal for a parameter whose type the statement declares, such as `$1::text[]`. As in any text parameter, the
 * database rejects the character U+0000.
 */
export const arrayLiteral = (texts: readonly string[]): string => (texts.length === 0 ? '{}' : `{"${texts.map(escape).join('","')}"}`)

/** Arrays of texts as PostgreSQL reads them. The driver writes them as well, for any kind of value and at twice the price. */

const special = /["\\]/
const escaped = (text: string) => (special.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text)

/** For a parameter whose type the statement says, `$1::text[]`. A character 0 is refused by the database, as in any text. */
export const arrayLiteral = (texts: readonly string[]): string => (texts.length === 0 ? '{}' : `{"${texts.map(escaped).join('","')}"}`)

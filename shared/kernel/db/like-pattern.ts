/** The LIKE pattern that matches texts containing `text`. Wildcards in `text` are escaped. */
export const containsPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** The first characters of a text. Half of an emoji, which PostgreSQL and ClickHouse refuse in JSON, becomes a replacement character. */
export const truncateText = (text: string, maxLength: number): string => text.slice(0, maxLength).toWellFormed()

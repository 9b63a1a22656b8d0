/** A time of a query as text. */
export const isoTime = (value: unknown): string | null => (value === null ? null : new Date(value as string).toISOString())

/** SQL for a timestamp column as ISO 8601 in UTC with milliseconds, as `Date.toISOString` writes it. */
export const isoInstant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

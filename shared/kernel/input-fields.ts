/** Schemas of fields that many endpoint inputs share. */
import { z } from 'zod'

const flagWords: Record<string, boolean> = { true: true, false: false }

/** A boolean query parameter: `true` or `false`, case-insensitive. */
export const queryBoolean = () =>
  z.preprocess((value) => (typeof value === 'string' ? (flagWords[value.toLowerCase()] ?? value) : value), z.boolean())

/** A list of texts: an array or one comma-separated text. Trims items, drops empty ones and removes duplicates. */
export const stringList = () =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [...new Set((typeof value === 'string' ? value.split(',') : value).map((one) => one.trim()).filter(Boolean))])

/** Page number and size, for lists without cursors. */
export const pageFields = (maxPageSize: number) => ({
  page: z.coerce.number().int().positive().optional().meta({ description: 'The page, from 1.' }),
  pageSize: z.coerce
    .number()
    .int()
    .positive()
    .max(maxPageSize)
    .default(maxPageSize)
    .meta({ description: `Items in one answer, at most ${maxPageSize}.` }),
})

/** Page number and size, for lists that also have cursors: `page` is deprecated. */
export const deprecatedPageFields = (maxPageSize: number) => ({
  page: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'The page, from 1. Prefer the cursors where there are any: pages shift while rows come in.', deprecated: true }),
  pageSize: z.coerce
    .number()
    .int()
    .positive()
    .max(maxPageSize)
    .default(maxPageSize)
    .meta({ description: `Items in one answer, at most ${maxPageSize}.` }),
})

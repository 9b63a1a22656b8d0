/** Schemas of fields that many endpoint inputs share. */
import { z } from 'zod'

/** Maximum length of a text that has no limit of its own. */
export const maxTextLength = 5000
/** Maximum length of an id in a request. Ids of this service have about 30 characters. */
export const maxIdLength = 255
/** Maximum length of a timestamp in a request. */
export const maxInstantLength = 100

/** An id in a request. */
export const idText = () => z.string().max(maxIdLength)

const flagWords: Record<string, boolean> = { true: true, false: false }

/** A boolean query parameter: `true` or `false`, case-insensitive. */
export const queryBoolean = () =>
  z.preprocess((value) => (typeof value === 'string' ? (flagWords[value.toLowerCase()] ?? value) : value), z.boolean())

/** A whole number of a query. An empty text is no number, although JavaScript converts it to 0. */
export const queryInteger = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), z.int().min(min).max(max))

const maxListItems = 1000

/** A list of texts: an array or one comma-separated text. Trims items, drops empty ones and removes duplicates. */
export const stringList = (maxItems = maxListItems) =>
  z
    .union([z.string().max(maxItems * maxIdLength), z.array(idText()).max(maxItems)], {
      error: `Must be an array of at most ${maxItems} strings of up to ${maxIdLength} characters, or one comma-separated string.`,
    })
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

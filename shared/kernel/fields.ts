/** Fields that the inputs of many operations have in common. */
import { z } from 'zod'

const flagWords: Record<string, boolean> = { true: true, false: false }

/** A boolean in a query: `true` or `false` in any case, nothing else. */
export const queryFlag = () =>
  z.preprocess((value) => (typeof value === 'string' ? (flagWords[value.toLowerCase()] ?? value) : value), z.boolean())

/** Several texts: an array, or one text with commas. Blanks at the ends and empty pieces are dropped, repetitions too. */
export const textList = () =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [...new Set((typeof value === 'string' ? value.split(',') : value).map((one) => one.trim()).filter(Boolean))])

/** Pages by number, where there is no better way. */
export const numberedPages = (largest: number) => ({
  page: z.coerce.number().int().positive().optional().meta({ description: 'The page, from 1.' }),
  pageSize: z.coerce
    .number()
    .int()
    .positive()
    .max(largest)
    .default(largest)
    .meta({ description: `Items in one answer, at most ${largest}.` }),
})

/** Pages by number beside cursors: the size is at most, and by default, what one answer holds. */
export const pageFields = (largest: number) => ({
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
    .max(largest)
    .default(largest)
    .meta({ description: `Items in one answer, at most ${largest}.` }),
})

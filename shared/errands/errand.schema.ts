/** Errands as callers see them: as jobs. */
import { z } from 'zod'
import { errorCodes } from '../kernel/errors.js'
import { numberedPages } from '../kernel/fields.js'
import { largestErrandPage } from './limits.js'

const states = ['waiting', 'active', 'completed', 'failed', 'canceled'] as const
export type ErrandState = (typeof states)[number]

const instant = (description: string) => z.string().nullable().meta({ description })

const head = {
  id: z.string().meta({ description: 'Id of the job.' }),
  type: z.string().meta({ description: 'What it does, such as `links.create`.' }),
  state: z.enum(states).meta({ description: '`completed` says that every element was tried, `failed` that the job was given up before.' }),
  total: z.int().nullable().meta({ description: 'Elements in all; null while that is not known.' }),
  done: z.int().meta({ description: 'Elements that were carried out.' }),
  failed: z.int().meta({ description: 'Elements that were refused.' }),
  createdAt: z.string(),
}

export const StartedErrandSchema = z.object(head).meta({ description: 'The work was accepted and is carried out later.' })
export type StartedErrandAnswer = z.infer<typeof StartedErrandSchema>

export const ErrandSchema = z.object({
  ...head,
  startedAt: instant('When work on it began.'),
  finishedAt: instant('When it came to its end.'),
  error: z.string().nullable().meta({ description: 'Why it failed as a whole, or why its file is gone.' }),
  result: z
    .object({ url: z.string(), contentType: z.string(), fileName: z.string() })
    .nullable()
    .meta({ description: 'The file that it made, kept for seven days.' }),
})
export type ErrandAnswer = z.infer<typeof ErrandSchema>

const ErrandErrorSchema = z.object({
  index: z.int().meta({ description: 'Which element of the request it was, from 0.' }),
  element: z.any().meta({ description: 'The element as it was sent.' }),
  error: z.string(),
  code: z.enum(errorCodes),
})

export const ErrandDetails = ErrandSchema.extend({
  errors: z.array(ErrandErrorSchema).meta({ description: 'One page of the elements that were refused, in the order of the request.' }),
})

export const ErrandParams = z.object({ id: z.string().meta({ description: 'Id of the job.' }) })
export const ErrandPage = z.object(numberedPages(largestErrandPage))
export const listErrandsQuerySchema = z.object({
  type: z.string().optional().meta({ description: 'Only jobs of this type.' }),
  state: z.enum(states).optional().meta({ description: 'Only jobs in this state.' }),
  ...numberedPages(largestErrandPage),
})

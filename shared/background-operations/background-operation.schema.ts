/** API schemas of background operations, which the public interface calls jobs. */
import { z } from 'zod'
import { errorCodes } from '../kernel/errors.js'
import { pageFields } from '../kernel/input-fields.js'
import { maxPageSize } from './limits.js'

const states = ['waiting', 'active', 'completed', 'failed', 'canceled'] as const
export type BackgroundOperationState = (typeof states)[number]

const instant = (description: string) => z.string().nullable().meta({ description })

const commonFields = {
  id: z.string().meta({ description: 'Id of the job.' }),
  type: z.string().meta({ description: 'Type of the job, for example `links.create`.' }),
  state: z.enum(states).meta({ description: '`completed`: every element was processed. `failed`: the job stopped before the end.' }),
  total: z.int().nullable().meta({ description: 'Total number of elements; null until it is known.' }),
  done: z.int().meta({ description: 'Elements processed successfully.' }),
  failed: z.int().meta({ description: 'Elements that failed.' }),
  createdAt: z.string(),
}

export const StartedBackgroundOperationSchema = z
  .object(commonFields)
  .meta({ description: 'The request was accepted and is processed in the background.' })
export type StartedBackgroundOperation = z.infer<typeof StartedBackgroundOperationSchema>

export const BackgroundOperationSchema = z.object({
  ...commonFields,
  source: z.string().nullable().meta({ description: 'What an import reads from, for example `dub` or `csv`; null for other jobs.' }),
  startedAt: instant('When processing started.'),
  finishedAt: instant('When the job ended.'),
  error: z.string().nullable().meta({ description: 'Why the job failed, or why its result file was deleted.' }),
  result: z
    .object({ url: z.string(), contentType: z.string(), fileName: z.string() })
    .nullable()
    .meta({ description: 'The result file, kept for seven days.' }),
})
export type BackgroundOperationResponse = z.infer<typeof BackgroundOperationSchema>

const ElementErrorSchema = z.object({
  index: z.int().meta({ description: 'Zero-based index of the element in the request.' }),
  element: z.any().meta({ description: 'The element as sent.' }),
  error: z.string(),
  code: z.enum(errorCodes),
})

export const BackgroundOperationDetailsSchema = BackgroundOperationSchema.extend({
  errors: z.array(ElementErrorSchema).meta({ description: 'One page of the failed elements, in request order.' }),
})

export const BackgroundOperationParamsSchema = z.object({ id: z.string().meta({ description: 'Id of the job.' }) })
export const ElementErrorPageSchema = z.object(pageFields(maxPageSize))
export const listBackgroundOperationsQuerySchema = z.object({
  type: z.string().optional().meta({ description: 'Return only jobs of this type.' }),
  state: z.enum(states).optional().meta({ description: 'Return only jobs in this state.' }),
  ...pageFields(maxPageSize),
})

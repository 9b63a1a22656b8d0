/** Application form of a partner program, as stored. */
import { z } from 'zod'

/** Longest text, and most options and fields; undefined for stored forms, which the public interface describes without limits. */
interface Bounds {
  text: number
  items: number
}

const bounded = <Schema extends { max(limit: number): Schema }>(schema: Schema, limit: number | undefined) =>
  limit === undefined ? schema : schema.max(limit)

function formSchema(bounds?: Bounds) {
  const text = bounded(z.string().min(1), bounds?.text)
  const question = { key: text, label: text, required: z.boolean(), locked: z.boolean(), position: z.int().min(0) }
  const options = bounded(z.array(z.object({ label: text, value: text })).min(2), bounds?.items)
  const maxLength = z.int().positive().optional()
  const pattern = bounded(z.string(), bounds?.text).optional()
  const field = z.discriminatedUnion('type', [
    z.object({ ...question, type: z.literal('text'), constraints: z.object({ maxLength, pattern }).optional() }),
    z.object({ ...question, type: z.literal('textarea'), constraints: z.object({ maxLength }).optional() }),
    z.object({ ...question, type: z.literal('select'), options }),
    z.object({ ...question, type: z.literal('country') }),
    z.object({ ...question, type: z.literal('date') }),
    z.object({ ...question, type: z.literal('multiSelect'), options }),
    z.object({ ...question, type: z.literal('number') }),
    z.object({ ...question, type: z.literal('phone') }),
  ])
  return z.object({ fields: bounded(z.array(field).min(1), bounds?.items) })
}

export const ApplicationFormSchema = formSchema()
export const ApplicationFormInput = formSchema({ text: 500, items: 100 })

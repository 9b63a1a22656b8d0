/** Application form of a partner program, as stored. */
import { z } from 'zod'

const text = z.string().min(1)
const question = { key: text, label: text, required: z.boolean(), locked: z.boolean(), position: z.int().min(0) }
const options = z.array(z.object({ label: text, value: text })).min(2)
const maxLength = z.int().positive().optional()

const FormField = z.discriminatedUnion('type', [
  z.object({ ...question, type: z.literal('text'), constraints: z.object({ maxLength, pattern: z.string().optional() }).optional() }),
  z.object({ ...question, type: z.literal('textarea'), constraints: z.object({ maxLength }).optional() }),
  z.object({ ...question, type: z.literal('select'), options }),
  z.object({ ...question, type: z.literal('country') }),
  z.object({ ...question, type: z.literal('date') }),
  z.object({ ...question, type: z.literal('multiSelect'), options }),
  z.object({ ...question, type: z.literal('number') }),
  z.object({ ...question, type: z.literal('phone') }),
])

export const ApplicationFormSchema = z.object({ fields: z.array(FormField).min(1) })

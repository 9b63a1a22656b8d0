import { z } from 'zod'
import { Email, foldEmail } from '../../accounts/index.js'
import { idText, pageFields } from '../../kernel/input-fields.js'
import { leadStatuses } from './lead-states.js'

const answer = z.union([z.string().max(5000), z.number(), z.string().max(500).array().max(100)])

export const submitLeadSchema = z.object({
  name: z.string().trim().min(1).max(190),
  email: Email.transform(foldEmail),
  company: z.string().trim().max(190).nullish(),
  formData: z
    .record(z.string().max(500), answer)
    .refine((answers) => Object.keys(answers).length <= 100, 'At most 100 answers')
    .default({})
    .meta({ description: 'Answers to the form of the program (`referralFormData`), by the key of the field.' }),
})
export type SubmitLead = z.infer<typeof submitLeadSchema>

const filter = {
  status: z.enum(leadStatuses).optional(),
  search: z.string().trim().max(190).optional().meta({ description: 'Text in name, email or company.' }),
}
export const getOwnLeadsQuerySchema = z.object({ ...filter, ...pageFields(100) })
export const countOwnLeadsQuerySchema = z.object(filter)
export const getLeadsQuerySchema = getOwnLeadsQuerySchema.extend({ partnerId: idText().optional() })
export const countLeadsQuerySchema = countOwnLeadsQuerySchema.extend({ partnerId: idText().optional() })
export type LeadFilter = z.infer<typeof countLeadsQuerySchema>
export const changeLeadSchema = z.object({ status: z.enum(leadStatuses) })
export const LeadParams = z.object({ leadId: idText() })

export const SubmittedLeadSchema = z.object({
  id: z.string(),
  programId: z.string(),
  partnerId: z.string(),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  formData: z.object({ key: z.string(), label: z.string(), value: z.union([z.string(), z.string().array()]) }).array(),
  status: z.enum(leadStatuses),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type SubmittedLeadResponse = z.infer<typeof SubmittedLeadSchema>
export const LeadCount = z.object({ status: z.enum(leadStatuses), count: z.number() }).array()

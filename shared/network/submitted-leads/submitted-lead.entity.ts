import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { LeadStatus } from './lead-states.js'

/** A person or company that a partner recommends to a program for a conversation, without a link. */
export const SubmittedLead = defineEntity({
  name: 'SubmittedLead',
  tableName: 'submitted_leads',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    partnerId: p.string(),
    name: p.string(),
    /** Lower case. */
    email: p.string(),
    company: p.string().nullable(),
    formData: p.json<{ key: string; label: string; value: string | string[] }[]>(),
    status: p.string().$type<LeadStatus>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type SubmittedLead = InferEntity<typeof SubmittedLead>

/** Schemas of the domains from which a program sends email. */
import { z } from 'zod'
import { idText } from '../../kernel/input-fields.js'

export const emailDomainStatuses = ['pending', 'verified', 'failed'] as const
export type EmailDomainStatus = (typeof emailDomainStatuses)[number]

export const createEmailDomainBodySchema = z.object({
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .max(190)
    .regex(/^(?=.{4,190}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z]$/, 'Must be a domain, such as mail.acme.com')
    .meta({ description: 'The part of the sender after the @.' }),
})
export const EmailDomainParams = z.object({ emailDomainId: idText().meta({ description: 'Id or name of the email domain.' }) })
export const EmailDomainSchema = z.object({
  id: z.string(),
  slug: z.string(),
  status: z.enum(emailDomainStatuses).describe('failed: the record was there, or was looked for, and is missing.'),
  lastChecked: z.string().nullable(),
  createdAt: z.string(),
  record: z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() }).describe('The DNS record that proves ownership.'),
})
export type EmailDomainResponse = z.infer<typeof EmailDomainSchema>
export const DeletedEmailDomain = z.object({ id: z.string() })

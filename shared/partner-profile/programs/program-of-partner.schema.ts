import { z } from 'zod'
import { OfferedDiscountSchema, RewardSchema } from '../../earnings/index.js'
import { idText, pageFields } from '../../kernel/input-fields.js'
import { ApplicationFormSchema, enrolmentStatuses, OwnLinkSchema } from '../../partners/index.js'

const text = z.string().nullable()

const ProgramSummary = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  logo: text,
  domain: text,
  url: text,
  description: text,
  supportEmail: text,
  helpUrl: text,
  termsUrl: text,
  minPayoutAmount: z.number().describe('Cents.'),
  deactivatedAt: text,
  messagingEnabledAt: text.meta({ description: 'Null if partners cannot write to the program.' }),
})

export const ProgramOfPartnerSchema = z.object({
  programId: z.string(),
  partnerId: z.string(),
  status: z.enum(enrolmentStatuses),
  tenantId: text,
  groupId: text,
  createdAt: z.string(),
  totalClicks: z.number(),
  totalLeads: z.number(),
  totalConversions: z.number(),
  totalSales: z.number(),
  totalSaleAmount: z.number().describe('Cents.'),
  totalCommissions: z.number().describe('Cents.'),
  program: ProgramSummary,
})
export type ProgramOfPartner = z.infer<typeof ProgramOfPartnerSchema>

export const OwnGroupSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  color: text,
  maxPartnerLinks: z.number(),
  canChooseUrl: z.boolean().meta({ description: 'Whether your links may have destinations of their own.' }),
})

export const ProgramDetailsSchema = ProgramOfPartnerSchema.extend({
  links: OwnLinkSchema.array(),
  rewards: RewardSchema.array(),
  discount: OfferedDiscountSchema.nullable(),
  discountCodes: z.object({ code: z.string(), linkId: z.string() }).array(),
  group: OwnGroupSchema.nullable(),
  referralFormData: ApplicationFormSchema.nullable().meta({ description: 'Form of the leads that you may submit; null if you may not.' }),
})
export type ProgramDetails = z.infer<typeof ProgramDetailsSchema>

const filter = { status: z.enum(enrolmentStatuses).optional().meta({ description: 'Filter by the status of your enrolment.' }) }
export const getOwnProgramsQuerySchema = z.object({ ...filter, ...pageFields(100) })
export const countOwnProgramsQuerySchema = z.object(filter)
export const OwnProgramParams = z.object({ programId: idText().meta({ description: 'Id or slug of the program.' }) })
export const OwnLinkParams = OwnProgramParams.extend({ linkId: idText() })
export const OwnGroupParams = OwnProgramParams.extend({ groupId: idText() })

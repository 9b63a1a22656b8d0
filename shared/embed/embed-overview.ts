import { z } from 'zod'
import { OfferedDiscountSchema, RewardSchema, termsOfEnrolment } from '../earnings/index.js'
import { type EmbedData, Partner } from '../partners/index.js'
import { hidesEarnings, showsLeaderboard } from './embed-earnings.js'
import type { EmbedScope } from './embed-scope.js'

const nullableText = z.string().nullable()
export const EmbedOverviewSchema = z.object({
  publicToken: z.string(),
  expires: z.string(),
  program: z.object({ id: z.string(), name: z.string(), logo: nullableText, termsUrl: nullableText, helpUrl: nullableText }),
  group: z.object({ id: z.string(), name: z.string(), logo: nullableText, brandColor: nullableText, canChooseUrl: z.boolean() }),
  partner: z.object({ id: z.string(), name: z.string(), image: nullableText, status: z.string() }),
  totals: z.object({ clicks: z.number(), leads: z.number(), sales: z.number(), saleAmount: z.number(), earnings: z.number().nullable() }),
  rewards: RewardSchema.array(),
  discount: OfferedDiscountSchema.nullable(),
  faq: z.object({ question: z.string(), answer: z.string() }).array(),
  showsLeaderboard: z.boolean(),
  showsBadge: z.boolean(),
})
export type EmbedOverview = z.infer<typeof EmbedOverviewSchema>

/** What an embedded page shows first: program, partner, totals, rewards and the program's settings for embedded pages. */
export async function embedOverview(scope: EmbedScope): Promise<EmbedOverview> {
  const { token, expiresAt, program, enrolment, group } = scope.embed
  const settings = (program.embedData ?? {}) as EmbedData
  const partner = await scope.em.findOneOrFail(Partner, enrolment.partnerId)
  return {
    publicToken: token,
    expires: expiresAt.toISOString(),
    program: {
      id: program.id,
      name: program.name,
      logo: program.logo ?? null,
      termsUrl: settings.customTermsUrl ?? program.termsUrl ?? null,
      helpUrl: program.helpUrl ?? null,
    },
    group: {
      id: group.id,
      name: group.name,
      logo: group.logo ?? null,
      brandColor: group.brandColor ?? null,
      canChooseUrl: Boolean(group.additionalLinks),
    },
    partner: { id: partner.id, name: partner.name, image: partner.image ?? null, status: enrolment.status },
    totals: {
      clicks: Number(enrolment.totalClicks),
      leads: Number(enrolment.totalLeads),
      sales: Number(enrolment.totalSales),
      saleAmount: Number(enrolment.totalSaleAmount),
      earnings: hidesEarnings(program) ? null : Number(enrolment.totalCommissions),
    },
    ...(await termsOfEnrolment(scope, enrolment)),
    faq: settings.faq ?? [],
    showsLeaderboard: showsLeaderboard(program),
    showsBadge: !settings.hidePoweredByBadge,
  }
}

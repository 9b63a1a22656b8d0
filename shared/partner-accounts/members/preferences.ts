/** Which emails a user of a partner account receives. */
import { LockMode } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { PartnerScope } from '../partner-scope.js'
import { PartnerUser } from '../partner-user.entity.js'

const defaults = {
  commissionCreated: true,
  applicationApproved: true,
  newMessageFromProgram: true,
  marketingCampaign: true,
  newBounty: true,
  payoutSent: true,
  monthlyProgramSummary: true,
}
export type PartnerPreference = keyof typeof defaults

const names = Object.keys(defaults) as PartnerPreference[]
const shapeOf = <Field extends z.ZodType>(field: Field) =>
  Object.fromEntries(names.map((name) => [name, field])) as Record<PartnerPreference, Field>

export const PartnerPreferences = z.object(shapeOf(z.boolean()))
export const changePartnerPreferencesSchema = z.object(shapeOf(z.boolean().optional()))

export async function partnerPreferences(scope: PartnerScope): Promise<z.infer<typeof PartnerPreferences>> {
  const { notificationPreferences } = await ownMembership(scope)
  return { ...defaults, ...notificationPreferences }
}

/** Changes the given preferences and keeps the others, also those that another request changes at the same time. */
export async function changePartnerPreferences(
  scope: PartnerScope,
  changes: z.infer<typeof changePartnerPreferencesSchema>,
): Promise<z.infer<typeof PartnerPreferences>> {
  const membership = await ownMembership(scope, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  membership.notificationPreferences = { ...membership.notificationPreferences, ...Object.fromEntries(given) }
  return { ...defaults, ...membership.notificationPreferences }
}

const ownMembership = ({ em, partner, user }: PartnerScope, options: { lockMode?: LockMode; refresh?: boolean } = {}) =>
  em.findOneOrFail(PartnerUser, { partnerId: partner.id, userId: user.id }, options)

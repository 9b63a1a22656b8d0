import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { PartnerPreference } from './members/preferences.js'
import type { PartnerRole } from './permissions.js'

/** A user who may act for a partner. */
export const PartnerUser = defineEntity({
  name: 'PartnerUser',
  tableName: 'partner_users',
  primaryKeys: ['partnerId', 'userId'],
  properties: {
    partnerId: p.string().primary(),
    userId: p.string().primary(),
    role: p.string().$type<PartnerRole>(),
    /** Preferences that differ from the defaults. */
    notificationPreferences: p.json<Partial<Record<PartnerPreference, boolean>>>(),
    /** Requests of the user act for the partner that was selected last. */
    selectedAt: p.datetime(),
    createdAt: p.datetime(),
  },
})
export type PartnerUser = InferEntity<typeof PartnerUser>

/** An invite to become a user of a partner account. */
export const PartnerUserInvite = defineEntity({
  name: 'PartnerUserInvite',
  tableName: 'partner_user_invites',
  primaryKeys: ['partnerId', 'email'],
  properties: {
    partnerId: p.string().primary(),
    /** Lower case. */
    email: p.string().primary(),
    role: p.string().$type<PartnerRole>(),
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
  },
})
export type PartnerUserInvite = InferEntity<typeof PartnerUserInvite>

import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** What a program decided about a partner of the network. */
export const DiscoveredPartner = defineEntity({
  name: 'DiscoveredPartner',
  tableName: 'discovered_partners',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    partnerId: p.string(),
    starredAt: p.datetime().nullable(),
    ignoredAt: p.datetime().nullable(),
    invitedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})
export type DiscoveredPartner = InferEntity<typeof DiscoveredPartner>

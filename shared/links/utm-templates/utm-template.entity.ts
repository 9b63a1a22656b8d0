import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** Reusable UTM parameters for forms. Links do not reference it. */
export const UtmTemplate = defineEntity({
  name: 'UtmTemplate',
  tableName: 'utm_templates',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string(),
    userId: p.string().nullable(),
    name: p.string(),
    utm_source: p.string().fieldName('utm_source').nullable(),
    utm_medium: p.string().fieldName('utm_medium').nullable(),
    utm_campaign: p.string().fieldName('utm_campaign').nullable(),
    utm_term: p.string().fieldName('utm_term').nullable(),
    utm_content: p.string().fieldName('utm_content').nullable(),
    ref: p.string().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type UtmTemplate = InferEntity<typeof UtmTemplate>

import { z } from 'zod'
import { createLinkBodySchema } from '../../links/index.js'

/** Settings of partner links that callers may choose. The program determines the others. */
export const LinkPropsSchema = createLinkBodySchema.pick({
  externalId: true,
  tenantId: true,
  prefix: true,
  archived: true,
  tagIds: true,
  tagNames: true,
  comments: true,
  expiresAt: true,
  expiredUrl: true,
  password: true,
  proxy: true,
  title: true,
  description: true,
  image: true,
  video: true,
  rewrite: true,
  ios: true,
  android: true,
  doIndex: true,
  testVariants: true,
  testStartedAt: true,
  testCompletedAt: true,
})
export type LinkProps = z.infer<typeof LinkPropsSchema>

/** Ways to identify a partner: `partnerId` takes precedence. */
export const partnerIdentifier = {
  partnerId: z.string().max(255).nullish().meta({ description: 'Id of the partner. Takes precedence over `tenantId`.' }),
  tenantId: z.string().max(255).nullish().meta({ description: 'Id of the partner in your system.' }),
}
export interface PartnerIdentifier {
  partnerId?: string | null | undefined
  tenantId?: string | null | undefined
}

const linkFields = {
  ...partnerIdentifier,
  key: z.string().max(190).optional().meta({ description: 'Key of the link. Generated at random if absent.' }),
  comments: z.string().max(5000).nullish().meta({ description: 'Notes for the workspace.' }),
  linkProps: LinkPropsSchema.optional().meta({ description: 'Further settings of the link.' }),
}
const url = z.string().max(32_000)

export const createPartnerLinkSchema = z.object({
  ...linkFields,
  url: url.nullish().meta({ description: "Destination. Defaults to that of the first default link of the partner's group." }),
})
export type CreatePartnerLink = z.infer<typeof createPartnerLinkSchema>

export const upsertPartnerLinkSchema = z.object({ ...linkFields, url: url.meta({ description: 'Destination that identifies the link.' }) })
export type UpsertPartnerLink = z.infer<typeof upsertPartnerLinkSchema>

export const retrievePartnerLinksSchema = z.object(partnerIdentifier)

export const changeOwnLinkSchema = z.object({
  url: url.nullish().meta({ description: 'Destination, on a domain that the group allows.' }),
  key: z.string().max(190).optional().meta({ description: 'Key of the link.' }),
})
export type ChangeOwnLink = z.infer<typeof changeOwnLinkSchema>

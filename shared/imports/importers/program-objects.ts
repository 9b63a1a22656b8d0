/** Groups, partners and their links. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { createReward, createRewardBodySchema } from '../../earnings/index.js'
import { inSavepoint } from '../../kernel/db/in-savepoint.queries.js'
import { ServiceError } from '../../kernel/errors.js'
import { isCountry, parseElement, resultOrError } from '../../links/index.js'
import { createGroup, importPartner, importPartnerLink, requireProgramId } from '../../partners/index.js'
import { inactivePartner } from '../errors.js'
import { insertImportedLinks } from '../import.queries.js'
import { groupBySlug, insertImportedObjects } from '../imported-objects.queries.js'
import { type ImportContext, importer, optionalId, sourceId, text } from './importer.js'

/** Of the letters and digits of an id or a name. */
const slugOf = (...parts: string[]) =>
  parts
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 100)

/** A campaign or group of the source becomes a group with the reward for sales. */
export const group = importer({
  schema: z.object({ id: sourceId, name: z.string().trim().min(1).max(150), reward: z.record(z.string(), z.unknown()).optional() }),
  async store(scope, row, { source }) {
    const slug = slugOf(source, row.id)
    const existing = await groupBySlug(scope, requireProgramId(scope), slug)
    if (existing !== null) return { objectId: existing, isNew: false }
    const { id } = await createGroup(scope, { name: row.name, slug })
    if (row.reward) {
      const reward = parseElement(createRewardBodySchema, { event: 'sale', groupId: id, ...row.reward })
      if (reward instanceof ServiceError) throw reward
      await createReward(scope, reward)
    }
    return { objectId: id, isNew: true }
  },
})

export const countryOf = text(2).transform((code) => (code && isCountry(code.toUpperCase()) ? code.toUpperCase() : undefined))

const ownLink = z.object({ id: optionalId, key: z.string().min(1).max(190), clicks: z.number().optional() })
type OwnLink = z.infer<typeof ownLink>

export const partner = importer({
  schema: z.object({
    id: sourceId,
    email: z.email().max(190),
    name: text(100),
    description: text(5000),
    country: countryOf,
    tenantId: text(255),
    groupId: optionalId,
    /** False for partners who are not approved, or who never referred anyone. */
    isActive: z.boolean().default(true),
    links: ownLink.array().default([]),
    /** Whether the links are rows of their own, so that a partner without any gets none here. */
    hasLinks: z.boolean().default(false),
  }),
  references: ({ groupId }) => [{ kind: 'group', id: groupId }],
  async store(scope, row, context) {
    if (!row.isActive) throw inactivePartner(row.email)
    const { partnerId, isNew } = await importPartner(scope, { ...row, groupId: context.find('group', row.groupId) })
    const key = row.email.split('@')[0]?.replaceAll(/[^\w-]/g, '-')
    const links = row.links.length > 0 || row.hasLinks || !isNew || !key ? row.links : [{ id: undefined, key }]
    for (const link of links) await storeLink(scope, partnerId, { ...link, id: link.id ?? `${row.id}/${link.key}` }, context)
    return { objectId: partnerId, isNew }
  },
})

export const partnerLink = importer({
  schema: z.object({ id: sourceId, key: z.string().min(1).max(190), clicks: z.number().optional(), partnerId: optionalId }),
  references: ({ partnerId }) => [{ kind: 'partner', id: partnerId }],
  async store(scope, row, context) {
    const { linkId, isNew } = await importPartnerLink(scope, { partnerId: context.require('partner', row.partnerId), key: row.key })
    if (isNew) await insertImportedLinks(scope, context.importId, [balanceOf(linkId, row)])
    return { objectId: linkId, isNew }
  },
})

/** A link of a partner that cannot be created is reported; the partner stays. */
async function storeLink(scope: WorkspaceScope, partnerId: string, link: OwnLink & { id: string }, { importId, refuse }: ImportContext) {
  const stored = await resultOrError(() => inSavepoint(scope, () => importPartnerLink(scope, { partnerId, key: link.key })))
  if (stored instanceof ServiceError) return refuse('link', link.key, stored)
  const { linkId, isNew } = stored
  if (isNew) await insertImportedLinks(scope, importId, [balanceOf(linkId, link)])
  await insertImportedObjects(scope, importId, 'partnerLink', [{ sourceId: link.id, objectId: linkId, isNew }])
}

const balanceOf = (linkId: string, { clicks = 0 }: { clicks?: number | undefined }) => ({
  linkId,
  openingClicks: clicks,
  sourceCreatedAt: null,
})

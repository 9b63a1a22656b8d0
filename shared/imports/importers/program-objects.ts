/** Groups, partners and their links. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { createReward, createRewardBodySchema } from '../../earnings/index.js'
import { inSavepoint } from '../../kernel/db/in-savepoint.queries.js'
import { ServiceError } from '../../kernel/errors.js'
import { isCountry, parseElement, resultOrError } from '../../links/index.js'
import {
  createGroup,
  enrolledPartner,
  importPartner,
  importPartnerLink,
  requirePartnersLeft,
  requireProgramDomain,
  requireProgramId,
} from '../../partners/index.js'
import { alreadyExists, groupMissing, inactivePartner } from '../errors.js'
import { insertImportedLinks } from '../import.queries.js'
import { groupByName, groupBySlug, insertImportedObjects, ownedLink } from '../imported-objects.queries.js'
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
  async find(scope, row, { source }) {
    const existing = await groupBySlug(scope, requireProgramId(scope), slugOf(source, row.id))
    if (existing === null) rewardOf(row, row.id)
    return existing
  },
  async create(scope, row, { source }) {
    const { id } = await createGroup(scope, { name: row.name, slug: slugOf(source, row.id) })
    const reward = rewardOf(row, id)
    if (reward) await createReward(scope, reward)
    return id
  },
})

function rewardOf({ reward }: { reward?: object | undefined }, groupId: string) {
  const input = reward && parseElement(createRewardBodySchema, { event: 'sale', groupId, ...reward })
  if (input instanceof ServiceError) throw input
  return input
}

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
    /** Name or slug of a group of the program, in place of one of the source. */
    group: text(190),
    /** False for partners who are not approved, or who never referred anyone. */
    isActive: z.boolean().default(true),
    links: ownLink.array().default([]),
    /** Whether the links are rows of their own, so that a partner without any gets none here. */
    hasLinks: z.boolean().default(false),
  }),
  references: ({ groupId }) => [{ kind: 'group', id: groupId }],
  async find(scope, row, context) {
    if (!row.isActive) throw inactivePartner(row.email)
    const existing = await enrolledPartner(scope, row)
    if (row.group !== undefined) await requireGroupByName(scope, row.group)
    if (existing === null) requirePartnersLeft(scope, context.plannedPartners() + 1)
    return existing
  },
  async create(scope, row, context) {
    const groupId = row.group === undefined ? context.find('group', row.groupId) || undefined : await requireGroupByName(scope, row.group)
    return (await importPartner(scope, { ...row, groupId })).partnerId
  },
  async storeParts(scope, row, { objectId: partnerId, isNew }, context) {
    const key = row.email.split('@')[0]?.replaceAll(/[^\w-]/g, '-')
    const links = row.links.length > 0 || row.hasLinks || !isNew || !key ? row.links : [{ id: undefined, key }]
    for (const link of links) await storeLink(scope, partnerId, { ...link, id: link.id ?? `${row.id}/${link.key}` }, context)
  },
})

export const partnerLink = importer({
  schema: z.object({ id: sourceId, key: z.string().min(1).max(190), clicks: z.number().optional(), partnerId: optionalId }),
  references: ({ partnerId }) => [{ kind: 'partner', id: partnerId }],
  find: async (scope, row, context) => findLink(scope, context.require('partner', row.partnerId), row.key),
  create: async (scope, row, context) => createLink(scope, context.require('partner', row.partnerId), row, context.importId),
})

async function requireGroupByName(scope: WorkspaceScope, name: string): Promise<string> {
  const id = await groupByName(scope, requireProgramId(scope), name)
  if (id === null) throw groupMissing(name)
  return id
}

/** A link of a partner that cannot be created is reported; the partner stays. */
async function storeLink(scope: WorkspaceScope, partnerId: string, link: OwnLink & { id: string }, context: ImportContext) {
  const { importId, options, refuse, count } = context
  const stored = await resultOrError(() =>
    inSavepoint(scope, async () => {
      const existing = await findLink(scope, partnerId, link.key)
      return existing ?? (options.dryRun ? '' : { created: await createLink(scope, partnerId, link, importId) })
    }),
  )
  if (stored instanceof ServiceError) return refuse('partnerLink', link.key, stored)
  const isNew = typeof stored !== 'string' || stored === ''
  count('partnerLink', isNew ? 'created' : 'existing')
  const objectId = typeof stored === 'string' ? stored : stored.created
  await insertImportedObjects(scope, importId, 'partnerLink', [{ sourceId: link.id, objectId, isNew }])
}

/** The link of the partner with this key. Throws if another link has it. */
async function findLink(scope: WorkspaceScope, partnerId: string, key: string): Promise<string | null> {
  const domain = await requireProgramDomain(scope)
  const existing = await ownedLink(scope, domain, key)
  if (existing && existing.partnerId !== partnerId) throw alreadyExists(domain, key)
  return existing?.id ?? null
}

async function createLink(scope: WorkspaceScope, partnerId: string, link: Omit<OwnLink, 'id'>, importId: string): Promise<string> {
  const { linkId } = await importPartnerLink(scope, { partnerId, key: link.key })
  await insertImportedLinks(scope, importId, [balanceOf(linkId, link)])
  return linkId
}

const balanceOf = (linkId: string, { clicks = 0 }: { clicks?: number | undefined }) => ({
  linkId,
  openingClicks: clicks,
  sourceCreatedAt: null,
})

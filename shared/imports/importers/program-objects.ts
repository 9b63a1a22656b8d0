/** Groups, partners and their links. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { createReward, createRewardBodySchema } from '../../earnings/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { isCountry, parseElement } from '../../links/index.js'
import {
  createGroup,
  type EnrolledByEmail,
  enrolledPartner,
  enrolledPartners,
  type ImportedPartner,
  importPartner,
  importPartners,
  isExcluded,
  requirePartnersLeft,
  requireProgramId,
} from '../../partners/index.js'
import { errorOf, excludedPartner, groupMissing, inactivePartner, notImported } from '../errors.js'
import { groupBySlug, groupsByName, insertImportedObjects } from '../imported-objects.queries.js'
import { importer, oneByOne, optionalId, type Outcome, type RowToStore, sourceId, type StoredObject, text, together } from './importer.js'
import { type LinkToStore, type PartnerLinkToStore, storePartnerLinks } from './partner-links.js'

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
  store: oneByOne({
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
  }),
})

function rewardOf({ reward }: { reward?: object | undefined }, groupId: string) {
  const input = reward && parseElement(createRewardBodySchema, { event: 'sale', groupId, ...reward })
  if (input instanceof ServiceError) throw input
  return input
}

/** A two-letter code. The first letters of a name are often the code of another country. */
export const countryOf = text(100).transform((code) => (code && isCountry(code.toUpperCase()) ? code.toUpperCase() : undefined))

const key = z.string().min(1).max(190)
const ownLink = z.object({ id: optionalId, key, clicks: z.number().optional() })

const partnerSchema = z.object({
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
})
type PartnerRow = z.infer<typeof partnerSchema>

export const partner = importer({
  schema: partnerSchema,
  references: ({ groupId }) => [{ kind: 'group', id: groupId }],
  async store(scope, rows) {
    const outcomes = await storePartners(scope, rows)
    const links = rows.flatMap(({ row, context }, index) => {
      const outcome = outcomes[index] as Outcome
      return outcome instanceof ServiceError ? [] : linksOf(row, outcome).map((link) => ({ link, context, partnerId: outcome.objectId }))
    })
    await storeParts(scope, links)
    return outcomes
  },
})

const storePartners = together<PartnerRow>(
  storeMostPartners,
  oneByOne({
    async find(scope, row, { planned }) {
      if (!row.isActive) throw inactivePartner(row.email)
      const existing = storedPartner(row, await enrolledPartner(scope, row))
      if (existing instanceof ServiceError) throw existing
      if (row.group !== undefined) await requireGroupByName(scope, row.group)
      if (existing === null) requirePartnersLeft(scope, ++planned.partners)
      return existing?.objectId ?? null
    },
    async create(scope, row, context) {
      const groupId = row.group === undefined ? context.find('group', row.groupId) || undefined : await requireGroupByName(scope, row.group)
      return (await importPartner(scope, { ...row, groupId })).partnerId
    },
  }),
)

/** A partner of the program stays as it is. One who was excluded from it is refused, and gets neither links nor customers. */
function storedPartner({ email }: PartnerRow, enrolled: EnrolledByEmail | null): Outcome | null {
  if (enrolled === null) return null
  return isExcluded(enrolled.status) ? excludedPartner(email, enrolled.status) : { objectId: enrolled.partnerId, isNew: false }
}

/** Of several rows with the same address, all but the first are left out. */
async function storeMostPartners(scope: WorkspaceScope, rows: readonly RowToStore<PartnerRow>[]): Promise<(Outcome | null)[]> {
  const emails = rows.map(({ row }) => row.email.toLowerCase())
  const enrolled = await enrolledPartners(scope, emails)
  const groups = await groupsByName(
    scope,
    requireProgramId(scope),
    rows.flatMap(({ row }) => row.group ?? []),
  )
  const newPartners = new Map<string, ImportedPartner>()
  const decided = rows.map(({ row, context }, index): Outcome | null => {
    const email = emails[index] as string
    const existing = storedPartner(row, enrolled.get(email) ?? null)
    const groupId = row.group === undefined ? context.find('group', row.groupId) || undefined : groups.get(row.group.toLowerCase())
    if (!row.isActive) return inactivePartner(row.email)
    if (row.group !== undefined && groupId === undefined) return groupMissing(row.group)
    if (existing) return existing
    if (newPartners.has(email)) return null
    const refused = errorOf(() => requirePartnersLeft(scope, context.planned.partners + 1))
    if (refused) return refused
    context.planned.partners++
    newPartners.set(email, { ...row, email, groupId })
    return { objectId: '', isNew: true }
  })
  if (rows[0]?.context.options.dryRun) return decided
  const created = await importPartners(scope, [...newPartners.values()])
  return decided.map((outcome, index) => {
    if (outcome === null || outcome instanceof ServiceError || !outcome.isNew) return outcome
    const objectId = created.get(emails[index] as string)
    return objectId === undefined ? null : { objectId, isNew: true }
  })
}

/** A partner who is new here has a link, unless the source lists links apart. */
function linksOf(row: PartnerRow, { isNew }: StoredObject): LinkToStore[] {
  const ownKey = row.email.split('@')[0]?.replaceAll(/[^\w-]/g, '-')
  const links = row.links.length > 0 || row.hasLinks || !isNew || !ownKey ? row.links : [{ id: undefined, key: ownKey }]
  return links.map((link) => ({ ...link, id: link.id ?? `${row.id}/${link.key}` }))
}

async function requireGroupByName(scope: WorkspaceScope, name: string): Promise<string> {
  const id = (await groupsByName(scope, requireProgramId(scope), [name])).get(name.toLowerCase())
  if (id === undefined) throw groupMissing(name)
  return id
}

/** A link of a partner that cannot be created is reported; the partner stays. */
async function storeParts(scope: WorkspaceScope, links: readonly PartnerLinkToStore[]): Promise<void> {
  const outcomes = await storePartnerLinks(scope, links)
  const objects = links.flatMap(({ link, context }, index) => {
    const outcome = outcomes[index] as Outcome
    if (outcome instanceof ServiceError) {
      context.refuse('partnerLink', link.key, outcome)
      return []
    }
    context.count('partnerLink', outcome.isNew ? 'created' : 'existing')
    return [{ sourceId: link.id, ...outcome }]
  })
  const importId = links[0]?.context.importId
  if (importId !== undefined) await insertImportedObjects(scope, importId, 'partnerLink', objects)
}

export const partnerLink = importer({
  schema: z.object({ id: sourceId, key, clicks: z.number().optional(), partnerId: optionalId }),
  references: ({ partnerId }) => [{ kind: 'partner', id: partnerId }],
  async store(scope, rows) {
    const owned = rows.flatMap(({ row, context }) => {
      const partnerId = context.find('partner', row.partnerId)
      return partnerId === undefined ? [] : [{ link: row, context, partnerId }]
    })
    const outcomes = await storePartnerLinks(scope, owned)
    return rows.map(({ row, context }) =>
      context.find('partner', row.partnerId) === undefined ? notImported('partner', row.partnerId) : (outcomes.shift() as Outcome),
    )
  },
})

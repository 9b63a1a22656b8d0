/** Domains, tags and folders. Those that exist under the same name are used as they are. */
import { z } from 'zod'
import { planHas, type WorkspaceScope } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import {
  createDomain,
  createDomainBodySchema,
  createFolder,
  createFolderBodySchema,
  createTag,
  createTagBodySchema,
  parseElement,
  slugsOfNames,
} from '../../links/index.js'
import { domainMissing } from '../errors.js'
import { lockAdditions } from '../import.queries.js'
import { domainBySlug, objectByName } from '../imported-objects.queries.js'
import { importer, oneByOne, sourceId, text } from './importer.js'

/** Settings that are invalid here are left out. */
const domainSettings = createDomainBodySchema
  .pick({
    archived: true,
    placeholder: true,
    expiredUrl: true,
    notFoundUrl: true,
    logo: true,
    assetLinks: true,
    appleAppSiteAssociation: true,
  })
  .partial()
  .catch({})

export const domain = importer({
  schema: z.object({ id: sourceId, slug: z.string().min(1).max(190).toLowerCase(), settings: domainSettings }),
  store: oneByOne({
    async find(scope, row, { options: { domains, addDomains } }) {
      const slug = await slugOf(scope, domains[row.slug] ?? row.slug)
      await lockAdditions(scope)
      const existing = await domainBySlug(scope, slug)
      if (existing !== null) return existing
      if (!addDomains || !scope.actor.permissions.has('domains.write')) throw domainMissing(slug)
      newDomain(slug)
      return null
    },
    async create(scope, row, { options }) {
      const slug = await slugOf(scope, options.domains[row.slug] ?? row.slug)
      return (await createDomain(scope, { ...newDomain(slug), ...row.settings })).id
    },
  }),
})

/** Sources name domains with any letters, and with `www.`. */
const slugOf = async (scope: WorkspaceScope, name: string) => (await slugsOfNames(scope, [name])).get(name) as string

/** Throws for a name that no domain can have. */
function newDomain(slug: string) {
  const input = parseElement(createDomainBodySchema, { slug })
  if (input instanceof ServiceError) throw input
  return input
}

const name = z.string().trim().min(1).max(190)

export const tag = importer({
  schema: z.object({ id: sourceId, name, color: z.string().nullish() }),
  store: oneByOne({
    async find(scope, row) {
      await lockAdditions(scope)
      return objectByName(scope, 'tags', row.name)
    },
    async create(scope, row) {
      const coloured = createTagBodySchema.safeParse({ name: row.name, color: row.color ?? undefined })
      return (await createTag(scope, coloured.data ?? { name: row.name })).id
    },
  }),
})

/** Members keep the access that they have at the source; a source that does not name it gives all of them access. */
const { accessLevel } = createFolderBodySchema.shape

export const folder = importer({
  schema: z.object({ id: sourceId, name, description: text(500), accessLevel }),
  store: oneByOne({
    async find(scope, row) {
      await lockAdditions(scope)
      return objectByName(scope, 'folders', row.name)
    },
    async create(scope, { name, description, accessLevel }) {
      const access = planHas(scope.workspace.plan, 'folderPermissions') ? accessLevel : 'write'
      return (await createFolder(scope, { name, description, accessLevel: access })).id
    },
  }),
})

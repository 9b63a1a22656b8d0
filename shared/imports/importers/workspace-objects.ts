/** Domains, tags and folders. Those that exist under the same name are used as they are. */
import { z } from 'zod'
import { ServiceError } from '../../kernel/errors.js'
import { createDomain, createDomainBodySchema, createFolder, createTag, createTagBodySchema, parseElement } from '../../links/index.js'
import { domainMissing } from '../errors.js'
import { lockAdditions } from '../import.queries.js'
import { domainBySlug, objectByName } from '../imported-objects.queries.js'
import { importer, sourceId, text } from './importer.js'

export const domain = importer({
  schema: z.object({ id: sourceId, slug: z.string().min(1).max(190).toLowerCase() }),
  async store(scope, row, { options: { domains, addDomains } }) {
    const slug = domains[row.slug] ?? row.slug
    await lockAdditions(scope)
    const existing = await domainBySlug(scope, slug)
    if (existing !== null) return { objectId: existing, isNew: false }
    if (!addDomains || !scope.actor.permissions.has('domains.write')) throw domainMissing(slug)
    const input = parseElement(createDomainBodySchema, { slug })
    if (input instanceof ServiceError) throw input
    return { objectId: (await createDomain(scope, input)).id, isNew: true }
  },
})

const name = z.string().trim().min(1).max(190)

export const tag = importer({
  schema: z.object({ id: sourceId, name, color: z.string().nullish() }),
  async store(scope, row) {
    await lockAdditions(scope)
    const existing = await objectByName(scope, 'tags', row.name)
    if (existing !== null) return { objectId: existing, isNew: false }
    const coloured = createTagBodySchema.safeParse({ name: row.name, color: row.color ?? undefined })
    return { objectId: (await createTag(scope, coloured.data ?? { name: row.name })).id, isNew: true }
  },
})

export const folder = importer({
  schema: z.object({ id: sourceId, name, description: text(500) }),
  async store(scope, row) {
    await lockAdditions(scope)
    const existing = await objectByName(scope, 'folders', row.name)
    if (existing !== null) return { objectId: existing, isNew: false }
    const created = await createFolder(scope, { name: row.name, description: row.description, accessLevel: 'write' })
    return { objectId: created.id, isNew: true }
  },
})

/** Looks up what links refer to: one query each for a single link, batched and cached for several links. */
import { committedDomainByDefault, committedDomainBySlug, domainByDefault, domainBySlug, type LinkDomain } from './domain.queries.js'
import { type FolderOfUser, folderOfUser } from './folder.queries.js'
import type { LinkInput } from './link-input.schema.js'
import type { LinkScope } from './link-scope.js'
import { webhooksOfWorkspace } from './link-webhook.queries.js'
import { isEnrolled, isProgramOfWorkspace, type TagOfLink, tagsOfWorkspace } from './link.queries.js'

const separator = ' '
export const enrolmentKey = (programId: string, partnerId: string) => programId + separator + partnerId

export interface LinkLookup {
  domain(slug: string): Promise<LinkDomain | null>
  defaultDomain(): Promise<LinkDomain | null>
  /** Returns the tags that exist in the workspace, in any order. */
  tags(by: 'id' | 'name', values: readonly string[]): Promise<TagOfLink[]>
  folder(id: string): Promise<FolderOfUser | null>
  /** Returns whether the program belongs to the workspace. */
  program(id: string): Promise<boolean>
  /** Returns whether the partner is enrolled in the program; takes an `enrolmentKey`. */
  enrolment(key: string): Promise<boolean>
  /** Returns the ids that are webhooks of the workspace. */
  webhooks(ids: readonly string[]): Promise<string[]>
}

export const directLookup = (scope: LinkScope): LinkLookup => ({
  domain: (slug) => domainBySlug(scope, slug),
  defaultDomain: () => domainByDefault(scope),
  tags: async (by, values) => (scope.workspace ? tagsOfWorkspace(scope, by, values) : []),
  folder: async (id) => (scope.workspace ? folderOfUser(scope, id) : null),
  program: async (id) => (scope.workspace ? isProgramOfWorkspace(scope, id) : false),
  enrolment: (key) => {
    const [programId = '', ...partnerId] = key.split(separator)
    return isEnrolled(scope, programId, partnerId.join(separator))
  },
  webhooks: async (ids) => (scope.workspace ? webhooksOfWorkspace(scope, ids) : []),
})

/** For a creation without a transaction: reads the domain with a query that concurrent creations share. */
export const committedLookup = (scope: LinkScope): LinkLookup => ({
  ...directLookup(scope),
  domain: (slug) => committedDomainBySlug(scope, slug),
  defaultDomain: () => committedDomainByDefault(scope),
})

/** Loads all referenced tags and webhooks with one query each, and every domain and folder once. */
export async function batchLookup(scope: LinkScope, inputs: readonly LinkInput[]): Promise<LinkLookup> {
  const direct = directLookup(scope)
  const tagNames = inputs.flatMap(({ tagNames }) => tagNames ?? [])
  const tagIds = inputs.flatMap(({ tagIds, tagId }) => tagIds ?? (tagId ? [tagId] : []))
  const tagsByName = await direct.tags('name', [...new Set(tagNames)])
  const tagByName = new Map(tagsByName.map((tag) => [tag.name.toLowerCase(), tag]))
  const tagById = new Map([...tagsByName, ...(await direct.tags('id', [...new Set(tagIds)]))].map((tag) => [tag.id, tag]))
  const webhooks = new Set(await direct.webhooks([...new Set(inputs.flatMap(({ webhookIds }) => webhookIds ?? []))]))
  return {
    domain: memoize(direct.domain),
    defaultDomain: memoize(direct.defaultDomain),
    tags: async (by, values) => values.flatMap((value) => (by === 'id' ? tagById.get(value) : tagByName.get(value.toLowerCase())) ?? []),
    folder: memoize(direct.folder),
    program: memoize(direct.program),
    enrolment: memoize(direct.enrolment),
    webhooks: async (ids) => ids.filter((id) => webhooks.has(id)),
  }
}

function memoize<Value>(load: (name: string) => Promise<Value>): (name?: string) => Promise<Value> {
  const cache = new Map<string, Promise<Value>>()
  return (name = '') => {
    const value = cache.get(name) ?? load(name)
    cache.set(name, value)
    return value
  }
}

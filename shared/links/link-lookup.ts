/** Looks up what links refer to: one query each for a single link, batched and cached for several links. */
import { committedDomainByDefault, committedDomainBySlug, domainByDefault, domainBySlug, type LinkDomain } from './domain.queries.js'
import { type FolderOfUser, folderOfUser } from './folder.queries.js'
import type { LinkInput } from './link-input.schema.js'
import type { LinkScope } from './link-scope.js'
import { webhooksOfWorkspace } from './link-webhook.queries.js'
import { type TagOfLink, tagsOfWorkspace } from './link.queries.js'
import { isEnrolled, partnerOfTenant, type ProgramOfLink, programOfWorkspace } from './program-references.queries.js'

const separator = ' '
/** Names an enrolment by its program and by its partner or tenant. */
export const enrolmentKey = (programId: string, id: string) => programId + separator + id

function parseEnrolmentKey(key: string): [programId: string, id: string] {
  const [programId = '', ...id] = key.split(separator)
  return [programId, id.join(separator)]
}

export interface LinkLookup {
  domain(slug: string): Promise<LinkDomain | null>
  defaultDomain(): Promise<LinkDomain | null>
  /** Returns the tags that exist in the workspace, in any order. */
  tags(by: 'id' | 'name', values: readonly string[]): Promise<TagOfLink[]>
  folder(id: string): Promise<FolderOfUser | null>
  /** Returns the program if it belongs to the workspace. */
  program(id: string): Promise<ProgramOfLink | null>
  /** Returns whether the partner is enrolled in the program; takes an `enrolmentKey`. */
  enrolment(key: string): Promise<boolean>
  /** Returns the partner who is enrolled with a tenant id; takes an `enrolmentKey`. */
  partnerOfTenant(key: string): Promise<string | null>
  /** Returns the ids that are webhooks of the workspace. */
  webhooks(ids: readonly string[]): Promise<string[]>
}

export const directLookup = (scope: LinkScope): LinkLookup => ({
  domain: (slug) => domainBySlug(scope, slug),
  defaultDomain: () => domainByDefault(scope),
  tags: async (by, values) => (scope.workspace ? tagsOfWorkspace(scope, by, values) : []),
  folder: async (id) => (scope.workspace ? folderOfUser(scope, id) : null),
  // The defaults of a link and the check of its references read the same program.
  program: memoize(async (id) => (scope.workspace ? programOfWorkspace(scope, id) : null)),
  enrolment: (key) => isEnrolled(scope, ...parseEnrolmentKey(key)),
  partnerOfTenant: (key) => partnerOfTenant(scope, ...parseEnrolmentKey(key)),
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
    program: direct.program,
    enrolment: memoize(direct.enrolment),
    partnerOfTenant: memoize(direct.partnerOfTenant),
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

/** What a link refers to, looked up: for one link by asking, for many by having asked once. */
import type { Domain } from './domain.entity.js'
import { domainByDefault, domainBySlug } from './domain.queries.js'
import { type FolderOfUser, folderOfUser } from './folder.queries.js'
import type { LinkInput } from './link-input.schema.js'
import type { LinkScope } from './link-scope.js'
import { webhooksOfWorkspace } from './link-webhook.queries.js'
import { type TagOfLink, tagsOfWorkspace } from './link.queries.js'

export interface LookUp {
  domain(slug: string): Promise<Domain | null>
  defaultDomain(): Promise<Domain | null>
  /** Those that the workspace has, in any order. */
  tags(by: 'id' | 'name', values: readonly string[]): Promise<TagOfLink[]>
  folder(id: string): Promise<FolderOfUser | null>
  /** Those of the webhooks that the workspace has. */
  webhooks(ids: readonly string[]): Promise<string[]>
}

export const asking = (scope: LinkScope): LookUp => ({
  domain: (slug) => domainBySlug(scope, slug),
  defaultDomain: () => domainByDefault(scope),
  tags: async (by, values) => (scope.workspace ? tagsOfWorkspace(scope, by, values) : []),
  folder: async (id) => (scope.workspace ? folderOfUser(scope, id) : null),
  webhooks: async (ids) => (scope.workspace ? webhooksOfWorkspace(scope, ids) : []),
})

/** Asks for all tags and webhooks that are named in one go, and for every domain and folder once. */
export async function forMany(scope: LinkScope, said: readonly LinkInput[]): Promise<LookUp> {
  const one = asking(scope)
  const names = said.flatMap(({ tagNames }) => tagNames ?? [])
  const ids = said.flatMap(({ tagIds, tagId }) => tagIds ?? (tagId ? [tagId] : []))
  const named = await one.tags('name', [...new Set(names)])
  const byName = new Map(named.map((tag) => [tag.name.toLowerCase(), tag]))
  const byId = new Map([...named, ...(await one.tags('id', [...new Set(ids)]))].map((tag) => [tag.id, tag]))
  const webhooks = new Set(await one.webhooks([...new Set(said.flatMap(({ webhookIds }) => webhookIds ?? []))]))
  return {
    domain: remembering(one.domain),
    defaultDomain: remembering(one.defaultDomain),
    tags: async (by, values) => values.flatMap((value) => (by === 'id' ? byId.get(value) : byName.get(value.toLowerCase())) ?? []),
    folder: remembering(one.folder),
    webhooks: async (ids) => ids.filter((id) => webhooks.has(id)),
  }
}

function remembering<Answer>(ask: (name: string) => Promise<Answer>): (name?: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>()
  return (name = '') => {
    const answer = known.get(name) ?? ask(name)
    known.set(name, answer)
    return answer
  }
}

/** The first user, workspace and keys of an installation. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '../kernel/ids.js'
import { Member } from './member.entity.js'
import { Token } from './token.entity.js'
import { createToken, hashKey, newApiKey, newPublishableKey, partialKey } from './tokens/keys.js'
import { User } from './user.entity.js'
import { type Plan, Workspace } from './workspace.entity.js'
import { newWorkspace } from './workspaces/create-workspace.js'

/** The one token that the start keeps in step with the configuration; known by its id, so its owner may rename it. */
export const bootstrapTokenId = `token_${'0'.repeat(26)}`

export interface FirstAccount {
  slug: string
  plan: Plan
  /** Keys that the configuration names: they win, and replace what was. */
  given: { apiKey: string | undefined; publishableKey: string | undefined }
  /** What an earlier start wrote down. */
  kept: { apiKey: string | undefined; publishableKey: string | undefined; workspaceId: string | undefined }
  now: Date
}

/**
 * Afterwards the first workspace exists with an owner, the API key that is answered works, and the one it replaced doesn't. A key that was
 * deleted since is not brought back: its place is taken by a new one.
 */
export async function bootstrapAccount(
  em: EntityManager,
  first: FirstAccount,
): Promise<{ workspace: Workspace; apiKey: string; publishableKey: string }> {
  const token = await em.findOne(Token, bootstrapTokenId)
  const known = await findWorkspace(em, [token?.workspaceId, first.kept.workspaceId], first.slug)
  const workspace =
    known ?? newWorkspace(em, { name: first.slug, slug: first.slug, plan: first.plan, publishableKey: null, now: first.now })
  const userId = token?.userId ?? (await owner(em, workspace, first.now))
  const apiKey = first.given.apiKey ?? (token || !known ? first.kept.apiKey : undefined) ?? newApiKey()
  if (token) replaceKey(token, apiKey, first.now)
  else createToken(em, { id: bootstrapTokenId, name: 'First key', userId, workspaceId: workspace.id, key: apiKey }, first.now)
  const publishableKey =
    first.given.publishableKey ?? workspace.publishableKey ?? (known ? undefined : first.kept.publishableKey) ?? newPublishableKey()
  workspace.publishableKey = publishableKey
  await em.flush()
  return { workspace, apiKey, publishableKey }
}

async function findWorkspace(em: EntityManager, ids: (string | null | undefined)[], slug: string): Promise<Workspace | null> {
  for (const id of ids) {
    const found = id ? await em.findOne(Workspace, id) : null
    if (found) return found
  }
  return em.findOne(Workspace, { slug })
}

async function owner(em: EntityManager, workspace: Workspace, now: Date): Promise<string> {
  const member = await em.findOne(Member, { workspaceId: workspace.id, role: 'owner' }, { orderBy: { createdAt: 'asc' } })
  if (member) return member.userId
  const user = em.create(User, {
    id: newId('user_', now.getTime()),
    name: 'Owner',
    email: null,
    image: null,
    defaultWorkspace: workspace.slug,
    createdAt: now,
    updatedAt: now,
  })
  em.persist(user)
  // The schema has no relation objects, so the order of inserts is ours to keep.
  await em.flush()
  em.persist(
    em.create(Member, { id: newId('mem_', now.getTime()), workspaceId: workspace.id, userId: user.id, role: 'owner', createdAt: now }),
  )
  await em.flush()
  return user.id
}

function replaceKey(token: Token, key: string, now: Date): void {
  if (token.hashedKey === hashKey(key)) return
  token.hashedKey = hashKey(key)
  token.partialKey = partialKey(key)
  token.updatedAt = now
}

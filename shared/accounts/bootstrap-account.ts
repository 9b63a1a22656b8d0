/** The first user, workspace and keys of an installation. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '../kernel/ids.js'
import { Member } from './member.entity.js'
import { Token } from './token.entity.js'
import { createToken, hashKey, newApiKey, newPublishableKey, partialKey } from './tokens/keys.js'
import { User } from './user.entity.js'
import { type Plan, Workspace } from './workspace.entity.js'
import { newWorkspace } from './workspaces/create-workspace.js'
import { isWorkspaceClosed } from './workspaces/workspace.queries.js'

/** The token that every start updates from the configuration. It is found by this id, so its owner may rename it. */
export const bootstrapTokenId = `token_${'0'.repeat(26)}`

export interface BootstrapAccount {
  slug: string
  plan: Plan
  /** Keys of the configuration; they take precedence and replace existing keys. */
  configured: { apiKey: string | undefined; publishableKey: string | undefined }
  /** Values stored by an earlier start. */
  stored: { apiKey: string | undefined; publishableKey: string | undefined; workspaceId: string | undefined }
  now: Date
}

/**
 * Ensures the first workspace, its owner and its keys. A returned API key is valid; it is undefined when the existing one is not known,
 * since only the configuration may replace it. A key that was deleted meanwhile is not restored; a new one is generated.
 */
export async function bootstrapAccount(
  em: EntityManager,
  input: BootstrapAccount,
): Promise<{ workspace: Workspace; apiKey: string | undefined; publishableKey: string }> {
  const token = await em.findOne(Token, bootstrapTokenId)
  const existing = await findWorkspace(em, [token?.workspaceId, input.stored.workspaceId], input.slug)
  const workspace =
    existing ?? newWorkspace(em, { name: input.slug, slug: input.slug, plan: input.plan, publishableKey: null, now: input.now })
  const userId = token?.userId ?? (await ensureOwner(em, workspace, input.now))
  const apiKey = token
    ? existingKey(token, input)
    : (input.configured.apiKey ?? (existing ? undefined : input.stored.apiKey) ?? newApiKey())
  if (!token && apiKey)
    createToken(em, { id: bootstrapTokenId, name: 'First key', userId, workspaceId: workspace.id, key: apiKey }, input.now)
  const publishableKey =
    input.configured.publishableKey ??
    workspace.publishableKey ??
    (existing ? undefined : input.stored.publishableKey) ??
    newPublishableKey()
  workspace.publishableKey = publishableKey
  await em.flush()
  return { workspace, apiKey, publishableKey }
}

/** A workspace that was deleted keeps its row until a job has deleted its data. */
async function findWorkspace(em: EntityManager, ids: (string | null | undefined)[], slug: string): Promise<Workspace | null> {
  for (const id of ids) {
    const found = id && !(await isWorkspaceClosed(em, id)) ? await em.findOne(Workspace, id) : null
    if (found) return found
  }
  return em.findOne(Workspace, { slug })
}

async function ensureOwner(em: EntityManager, workspace: Workspace, now: Date): Promise<string> {
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
  // The entities have no relations, so the unit of work cannot order the inserts.
  await em.flush()
  em.persist(
    em.create(Member, { id: newId('mem_', now.getTime()), workspaceId: workspace.id, userId: user.id, role: 'owner', createdAt: now }),
  )
  await em.flush()
  return user.id
}

/** The key of the token, if it is known. A configured key replaces it. */
function existingKey(token: Token, { configured, stored, now }: BootstrapAccount): string | undefined {
  const { apiKey } = configured
  if (apiKey === undefined) return stored.apiKey !== undefined && token.hashedKey === hashKey(stored.apiKey) ? stored.apiKey : undefined
  if (token.hashedKey !== hashKey(apiKey)) {
    token.hashedKey = hashKey(apiKey)
    token.partialKey = partialKey(apiKey)
    token.updatedAt = now
  }
  return apiKey
}

import { z } from 'zod'
import { tokenNotFound } from '../errors.js'
import { maxTokens } from '../limits.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { presentToken, type TokenShape } from './present-token.js'
import { tokenOfWorkspace, tokensOfWorkspace } from './token.queries.js'

export const ListTokens = z.object({ userId: z.string().max(100).optional() })

/** Keys of the workspace, most recently used first. */
export async function listTokens({ pool, workspace }: WorkspaceScope, { userId }: z.infer<typeof ListTokens>): Promise<TokenShape[]> {
  return (await tokensOfWorkspace(pool, workspace.id, userId ?? null, maxTokens)).map(presentToken)
}

export async function getToken({ pool, workspace }: WorkspaceScope, id: string): Promise<TokenShape> {
  const row = await tokenOfWorkspace(pool, workspace.id, id)
  if (!row) throw tokenNotFound()
  return presentToken(row)
}

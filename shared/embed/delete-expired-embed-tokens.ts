import type { JobScope } from '../kernel/scope.js'
import { EmbedToken } from './embed-token.entity.js'

export async function deleteExpiredEmbedTokens({ em, now }: JobScope): Promise<void> {
  await em.nativeDelete(EmbedToken, { expiresAt: { $lt: now() } })
}

import type { Scope } from '../../kernel/scope.js'
import type { SocialPlatform } from './platforms.js'

/** Id of the verified account of a partner on the platform. */
export async function verifiedAccountOf({ em }: Pick<Scope, 'em'>, partnerId: string, platform: SocialPlatform): Promise<string | null> {
  const rows: { id: string | null }[] = await em.execute(
    'select platform_id as id from partner_platforms where partner_id = ? and type = ? and verified_at is not null',
    [partnerId, platform],
  )
  return rows[0]?.id ?? null
}

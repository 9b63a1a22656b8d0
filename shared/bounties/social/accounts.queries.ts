import type { Scope } from '../../kernel/scope.js'
import type { SocialAccount } from './metrics-source.js'
import type { SocialPlatform } from './platforms.js'

/** The account of a partner on the platform, whose address or handle the partner entered. */
export async function accountOf(
  { em }: Pick<Scope, 'em'>,
  partnerId: string,
  platform: SocialPlatform,
): Promise<(SocialAccount & { isVerified: boolean }) | null> {
  const rows: { id: string | null; identifier: string; isVerified: boolean }[] = await em.execute(
    `select platform_id as id, identifier, verified_at is not null as "isVerified" from partner_platforms where partner_id = ? and type = ?`,
    [partnerId, platform],
  )
  const [row] = rows
  return row ? { id: row.id, handle: handleIn(row.identifier), isVerified: row.isVerified } : null
}

/** The last part of an address, without `@`. */
export const handleIn = (identifier: string): string | null =>
  identifier
    .split(/[?#]/)[0]
    ?.split('/')
    .findLast((part) => part !== '')
    ?.replace(/^@/, '')
    .toLowerCase() ?? null

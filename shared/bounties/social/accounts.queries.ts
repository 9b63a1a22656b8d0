import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { SocialAccount } from './metrics-source.js'
import type { SocialPlatform } from './platforms.js'

type EnteredAccount = SocialAccount & { isVerified: boolean }

/** The accounts of partners on the platform, by partner: those whose address or handle the partner entered. */
export async function accountsOf(
  { em }: Pick<Scope, 'em'>,
  partnerIds: readonly string[],
  platform: SocialPlatform,
): Promise<Map<string, EnteredAccount>> {
  const rows: { partnerId: string; id: string | null; identifier: string; isVerified: boolean }[] = await em.execute(
    `select partner_id as "partnerId", platform_id as id, identifier, verified_at is not null as "isVerified" from partner_platforms
     where partner_id = any (?::text[]) and type = ?`,
    [arrayLiteral(partnerIds), platform],
  )
  return new Map(rows.map(({ partnerId, id, identifier, isVerified }) => [partnerId, { id, handle: handleIn(identifier), isVerified }]))
}

export const accountOf = async (scope: Pick<Scope, 'em'>, partnerId: string, platform: SocialPlatform): Promise<EnteredAccount | null> =>
  (await accountsOf(scope, [partnerId], platform)).get(partnerId) ?? null

/** The last part of an address, without `@`. */
export const handleIn = (identifier: string): string | null =>
  identifier
    .split(/[?#]/)[0]
    ?.split('/')
    .findLast((part) => part !== '')
    ?.replace(/^@/, '')
    .toLowerCase() ?? null

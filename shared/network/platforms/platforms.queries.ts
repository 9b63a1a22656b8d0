/** SQL of the social accounts of partners in the network. */
import type { ProfilePlatform, SocialProfile } from '../../bounties/index.js'
import type { Scope } from '../../kernel/scope.js'

export interface VerifiedAccount {
  partnerId: string
  identifier: string
  platformId: string | null
}

/** Verified accounts of partners in the network that were not read since `checkedBefore`, those that wait longest first. */
export const accountsToRead = (
  { em }: Pick<Scope, 'em'>,
  platform: ProfilePlatform,
  checkedBefore: Date,
  limit: number,
): Promise<VerifiedAccount[]> =>
  em.execute(
    `select f.partner_id as "partnerId", f.identifier, f.platform_id as "platformId" from partner_platforms f
     join partners p on p.id = f.partner_id and p.network_status in ('approved', 'trusted')
     where f.type = ? and f.verified_at is not null and (f.checked_at is null or f.checked_at < ?)
     order by f.checked_at nulls first, f.partner_id limit ?`,
    [platform, checkedBefore, limit],
  )

/** Stores what the platform publishes now; an account that does not exist any more is not verified. Ignored if the partner changed it. */
export async function storeProfile(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  platform: ProfilePlatform,
  { partnerId, identifier }: Pick<VerifiedAccount, 'partnerId' | 'identifier'>,
  profile: SocialProfile | null,
): Promise<void> {
  const { platformId, avatarUrl, subscribers, posts, views } = profile ?? {
    platformId: null,
    avatarUrl: null,
    subscribers: 0,
    posts: 0,
    views: 0,
  }
  // A statement that names verified_at requests a duplicate check of the partner.
  const verification = profile ? '' : 'verified_at = null,'
  await em.execute(
    `update partner_platforms set ${verification} platform_id = coalesce(?, platform_id), avatar_url = coalesce(?, avatar_url),
       subscribers = ?, posts = ?, views = ?, checked_at = ?, updated_at = ?
     where partner_id = ? and type = ? and identifier = ?`,
    [platformId, avatarUrl, subscribers, posts, views, now(), now(), partnerId, platform, identifier],
  )
}

/** The account counts as read now, with the figures that it has. */
export const postponeAccount = (
  { em, now }: Pick<Scope, 'em' | 'now'>,
  platform: ProfilePlatform,
  { partnerId }: Pick<VerifiedAccount, 'partnerId'>,
): Promise<unknown> =>
  em.execute('update partner_platforms set checked_at = ? where partner_id = ? and type = ?', [now(), partnerId, platform])

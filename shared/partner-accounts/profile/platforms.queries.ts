/** SQL of the website and the social accounts of a partner. */
import type { Scope } from '../../kernel/scope.js'
import type { PartnerProfileResponse } from './profile.schema.js'

type Platform = PartnerProfileResponse['platforms'][number]

/** Sets the given ones, and removes those that are null. The verification of an unchanged one stays. */
export async function setPlatforms(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  partnerId: string,
  platforms: Partial<Record<Platform['type'], string | null | undefined>>,
): Promise<void> {
  const given = Object.entries(platforms).filter(([, identifier]) => identifier !== undefined)
  const removed = given.filter(([, identifier]) => identifier === null).map(([type]) => type)
  await em.execute('delete from partner_platforms where partner_id = ? and type = any(?::text[])', [partnerId, `{${removed.join()}}`])
  await em.execute(
    `insert into partner_platforms (partner_id, type, identifier, created_at, updated_at)
     select ?, f.key, f.value, ?, ? from jsonb_each_text(?::jsonb) f
     on conflict (partner_id, type) do update set identifier = excluded.identifier, updated_at = excluded.updated_at,
       verified_at = null, platform_id = null, avatar_url = null, subscribers = 0, posts = 0, views = 0
     where partner_platforms.identifier <> excluded.identifier`,
    [partnerId, now(), now(), JSON.stringify(Object.fromEntries(given.filter(([, identifier]) => identifier !== null)))],
  )
}

/** SQL of the tags of partners. */
import type { Scope } from '../../kernel/scope.js'
import type { GetPartnerTags } from './partner-tag.schema.js'

/** Serialises creations of tags of a program until this transaction ends, and returns their number. */
export async function countPartnerTagsLocked({ em }: Pick<Scope, 'em'>, programId: string): Promise<number> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`partner tags ${programId}`])
  return countPartnerTagsMatching({ em }, programId)
}

export async function countPartnerTagsMatching({ em }: Pick<Scope, 'em'>, programId: string, search?: string): Promise<number> {
  const rows: { count: number }[] = await em.execute(
    `select count(*)::int as count from partner_tags where program_id = ? and strpos(lower(name), lower(?)) > 0`,
    [programId, search ?? ''],
  )
  return rows[0]?.count ?? 0
}

/** Ids of a page of tags. */
export async function partnerTagsMatching(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  { search, tagIds, sortBy, sortOrder, page = 1, pageSize }: GetPartnerTags,
): Promise<string[]> {
  const hasIds = tagIds !== undefined && tagIds.length > 0
  const rows: { id: string }[] = await em.execute(
    `select id from partner_tags where program_id = ? and strpos(lower(name), lower(?)) > 0
       ${hasIds ? 'and id = any (array[?]::text[])' : ''}
     order by ${sortBy === 'name' ? 'lower(name)' : 'created_at'} ${sortOrder}, id ${sortOrder} limit ? offset ?`,
    [programId, search ?? '', ...(hasIds ? [tagIds] : []), pageSize, (page - 1) * pageSize],
  )
  return rows.map(({ id }) => id)
}

export async function addTags(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  enrolmentIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0) return
  await em.execute(
    `insert into enrolment_tags (enrolment_id, tag_id, created_at)
     select enrolment_id, tag_id, ? from unnest(array[?]::text[]) as enrolment_id, unnest(array[?]::text[]) as tag_id
     order by 1, 2 on conflict do nothing`,
    [now(), enrolmentIds, tagIds],
  )
}

export async function removeTags({ em }: Pick<Scope, 'em'>, enrolmentIds: readonly string[], tagIds: readonly string[]): Promise<void> {
  if (tagIds.length === 0) return
  await em.execute('delete from enrolment_tags where enrolment_id = any (array[?]::text[]) and tag_id = any (array[?]::text[])', [
    enrolmentIds,
    tagIds,
  ])
}

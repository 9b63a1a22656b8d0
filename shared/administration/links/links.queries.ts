/** SQL of links of all workspaces. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { isoInstant } from '../../kernel/db/iso-instant.js'
import { containsPattern } from '../../kernel/db/like-pattern.js'
import { minIdAt } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import type { CountLinks, LinksForOperator, ListLinks } from './links.schema.js'

type Reading = Pick<Scope, 'em' | 'now'>
type Condition = [sql: string, ...params: unknown[]]

const found = ({ domain, search }: Pick<ListLinks, 'domain' | 'search'>): Condition[] => [
  ...(domain ? [['l.domain = ?', domain] as Condition] : []),
  ...(search?.startsWith('https://') ? [['l.short_link = ?', search] as Condition] : []),
  ...(search && !search.startsWith('https://') ? [[`(l.short_link || ' ' || l.url) ilike ?`, containsPattern(search)] as Condition] : []),
]

const joined = (conditions: Condition[]) => ({
  sql: ['true', ...conditions.map(([sql]) => sql)].join(' and '),
  params: conditions.flatMap(([, ...params]) => params),
})

const orders = { createdAt: 'l.id desc', clicks: 'l.clicks desc, l.id desc', lastClicked: 'l.last_clicked desc nulls last, l.id desc' }
/** Without a search, only what strangers may have put on the shared domains lately. */
const recent = (now: Date): Condition[] => [
  ['l.domain in (select slug from domains where workspace_id is null)'],
  ['l.id >= ?', minIdAt('link_', now.getTime() - days(30))],
]

export const linksForOperator = ({ em, now }: Reading, { sort, page = 1, pageSize, ...filter }: ListLinks): Promise<LinksForOperator> => {
  const { sql, params } = joined([...found(filter), ...(filter.search || filter.domain ? [] : recent(now()))])
  return em.execute(
    `select l.id, l.domain, l.key, l.short_link as "shortLink", l.url, l.clicks::float8 as clicks,
       ${isoInstant('l.last_clicked')} as "lastClicked", ${isoInstant('l.created_at')} as "createdAt",
       ${isoInstant('l.disabled_at')} as "disabledAt", ${isoInstant('l.banned_at')} as "bannedAt",
       (select json_build_object('id', w.id, 'slug', w.slug, 'name', w.name) from workspaces w where w.id = l.workspace_id) as workspace,
       (select json_build_object('id', u.id, 'name', u.name, 'email', u.email) from users u where u.id = l.user_id) as user,
       (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name), '[]')
        from link_tags a join tags t on t.id = a.tag_id where a.link_id = l.id) as tags
     from links l where ${sql} order by ${orders[sort]} limit ? offset ?`,
    [...params, pageSize, (page - 1) * pageSize],
  )
}

const groupColumns = { domain: 'l.domain', tagId: 'a.tag_id', userId: 'l.user_id' }
const maxGroups = 500

export const countLinksBy = (
  { em }: Reading,
  { groupBy, tagId, ...filter }: CountLinks,
): Promise<{ key: string | null; _count: number }[]> => {
  const tagged: Condition[] = tagId?.length
    ? [['exists (select from link_tags x where x.link_id = l.id and x.tag_id = any (?::text[]))', arrayLiteral(tagId)]]
    : []
  const { sql, params } = joined([...found(filter), ...tagged])
  const column = groupBy ? groupColumns[groupBy] : 'null'
  const tags = groupBy === 'tagId' ? 'join link_tags a on a.link_id = l.id' : ''
  return em.execute(
    `select ${column} as key, count(*)::int as _count from links l ${tags} where ${sql} group by 1 order by 2 desc, 1 limit ${maxGroups}`,
    params,
  )
}

export async function banLinkRow(
  { em, now }: Reading,
  { domain, lookupKey }: { domain: string; lookupKey: string },
): Promise<{ id: string; domain: string; key: string; lookupKey: string; url: string } | null> {
  const rows: { id: string; domain: string; key: string; lookupKey: string; url: string }[] = await em.execute(
    `update links set banned_at = coalesce(banned_at, ?), updated_at = ? where domain = ? and lookup_key = ?
     returning id, domain, key, lookup_key as "lookupKey", url`,
    [now(), now(), domain, lookupKey],
  )
  return rows[0] ?? null
}

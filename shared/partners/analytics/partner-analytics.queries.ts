/** SQL of partner analytics: earnings, which the domain `earnings` stores as commissions. */
import { metadataCondition, type ResolvedFilters, SqlValues } from '../../analytics/index.js'
import type { Scope } from '../../kernel/scope.js'
import { isEarned } from './earned.queries.js'

interface Selection {
  programId: string
  partnerId: string
  from: number
  to: number
  /** Conditions on the sales. */
  metadata: NonNullable<ResolvedFilters['metadata']>
  hiddenFolders: readonly string[]
}

/** The conditions, with `values` for their parameters. The time of a commission is that of its sale. */
function commissions({ programId, partnerId, from, to, metadata, hiddenFolders }: Selection, values: SqlValues): string {
  const conditions = [
    `partner_id = ${values.add(partnerId)} and program_id = ${values.add(programId)} and type = 'sale' and ${isEarned()} and amount > 0`,
    `created_at >= ${values.add(new Date(from))} and created_at < ${values.add(new Date(to))}`,
  ]
  if (metadata.length > 0)
    conditions.push(`exists (select from sale_events where sale_events.id = commissions.event_id
      and sale_events.timestamp = commissions.created_at and ${metadataCondition(metadata, values)})`)
  if (hiddenFolders.length > 0)
    conditions.push(
      `not exists (select from links where links.id = commissions.link_id and folder_id = any (${values.add(hiddenFolders)}))`,
    )
  return `from commissions where ${conditions.join(' and ')}`
}

/** Earnings of sales in the range by link; the key is empty for sales without a link. */
export async function earningsByLink({ pool }: Pick<Scope, 'pool'>, selection: Selection): Promise<Map<string, number>> {
  const values = new SqlValues()
  const { rows } = await pool.query<{ link: string; earnings: number }>(
    `select coalesce(link_id, '') as link, sum(earnings)::float8 as earnings ${commissions(selection, values)} group by 1`,
    values.list,
  )
  return new Map(rows.map(({ link, earnings }) => [link, earnings]))
}

/** Earnings of sales by interval: the key is the index of the last start that is not after the sale. */
export async function earningsByInterval(
  { pool }: Pick<Scope, 'pool'>,
  selection: Selection,
  starts: readonly Date[],
): Promise<Map<number, number>> {
  const values = new SqlValues()
  const { rows } = await pool.query<{ index: number; earnings: number }>(
    `select width_bucket(created_at, ${values.add(starts)}::timestamptz[]) - 1 as index, sum(earnings)::float8 as earnings
     ${commissions(selection, values)} and earnings > 0 group by 1`,
    values.list,
  )
  return new Map(rows.map(({ index, earnings }) => [index, earnings]))
}

export interface AnalysedLink {
  id: string
  domain: string
  key: string
  shortLink: string
  url: string
  title: string | null
  comments: string | null
  folderId: string | null
  partnerId: string
  createdAt: Date | string
}

const maxLinks = 1000

/** Links of the partner outside the hidden folders, those with the most clicks ever first. */
export async function linksByClicks(
  { pool }: Pick<Scope, 'pool'>,
  { programId, partnerId, hiddenFolders }: Pick<Selection, 'programId' | 'partnerId' | 'hiddenFolders'>,
): Promise<AnalysedLink[]> {
  const { rows } = await pool.query<AnalysedLink>(
    `select id, domain, key, short_link as "shortLink", url, title, comments, folder_id as "folderId", partner_id as "partnerId",
       created_at as "createdAt"
     from links where program_id = $1 and partner_id = $2 and (folder_id = any ($3::text[])) is not true
     order by clicks desc, id limit ${maxLinks}`,
    [programId, partnerId, hiddenFolders],
  )
  return rows
}

/** SQL of partner analytics: earnings, which the domain `earnings` stores as commissions. */
import type { Scope } from '../../kernel/scope.js'
import { isEarned } from './earned.queries.js'

interface Selection {
  programId: string
  partnerId: string
  from: number
  to: number
}

const commissions = `from commissions where partner_id = ? and program_id = ? and type = 'sale' and ${isEarned()}
  and amount > 0 and created_at >= ? and created_at < ?`
const paramsOf = ({ programId, partnerId, from, to }: Selection) => [partnerId, programId, new Date(from), new Date(to)]

/** Earnings of sales in the range by link; the key is empty for sales without a link. */
export async function earningsByLink({ em }: Pick<Scope, 'em'>, selection: Selection): Promise<Map<string, number>> {
  const rows: { link: string; earnings: number }[] = await em.execute(
    `select coalesce(link_id, '') as link, sum(earnings)::float8 as earnings ${commissions} group by 1`,
    paramsOf(selection),
  )
  return new Map(rows.map(({ link, earnings }) => [link, earnings]))
}

/** Earnings of sales by interval: the key is the index of the last start that is not after the sale. */
export async function earningsByInterval(
  { em }: Pick<Scope, 'em'>,
  selection: Selection,
  starts: readonly Date[],
): Promise<Map<number, number>> {
  const rows: { index: number; earnings: number }[] = await em.execute(
    `select width_bucket(created_at, array[?]::timestamptz[]) - 1 as index, sum(earnings)::float8 as earnings ${commissions}
     and earnings > 0 group by 1`,
    [starts, ...paramsOf(selection)],
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

/** Links of the partner with the most clicks ever first. */
export const linksByClicks = ({ em }: Pick<Scope, 'em'>, programId: string, partnerId: string): Promise<AnalysedLink[]> =>
  em.execute(
    `select id, domain, key, short_link as "shortLink", url, title, comments, folder_id as "folderId", partner_id as "partnerId",
       created_at as "createdAt"
     from links where program_id = ? and partner_id = ? order by clicks desc, id limit ${maxLinks}`,
    [programId, partnerId],
  )

/** SQL over all workspaces, for the operator. */
import { isoInstant } from '../kernel/db/iso-instant.js'
import type { Scope } from '../kernel/scope.js'
import type { PartnerDetails } from './partner-details.js'
import { platforms } from './partners/partners.queries.js'

type Reading = Pick<Scope, 'em'>

export interface ProgramRow {
  id: string
  slug: string
  name: string
  logo: string | null
  url: string | null
  createdAt: Date | string
  workspace: { id: string; name: string; slug: string }
}

export const newestPrograms = ({ em }: Reading, { limit, offset }: { limit: number; offset: number }): Promise<ProgramRow[]> =>
  em.execute(
    `select p.id, p.slug, p.name, p.logo, p.url, p.created_at as "createdAt",
       json_build_object('id', w.id, 'name', w.name, 'slug', w.slug) as workspace
     from programs p join workspaces w on w.id = p.workspace_id order by p.created_at desc, p.id desc limit ? offset ?`,
    [limit, offset],
  )

const program = `json_build_object('id', g.id, 'name', g.name, 'logo', g.logo)`
/** The newest rows of the partner `p` in a table, as JSON. */
const newest = (table: string, fields: string, limit: number, condition = 'true') =>
  `(select coalesce(json_agg(row), '[]') from (
      select json_build_object(${fields}, 'program', ${program}) as row from ${table} t join programs g on g.id = t.program_id
      where t.partner_id = p.id and ${condition} order by t.created_at desc, t.id desc limit ${limit}) newest)`

/** Null if there is no such partner. */
export async function partnerDetails({ em }: Reading, partnerId: string): Promise<PartnerDetails | null> {
  const rows: PartnerDetails[] = await em.execute(
    `select p.id, p.name, p.email, p.image, p.country, p.company_name as "companyName", ${isoInstant('p.created_at')} as "createdAt",
       ${platforms},
       ${newest('enrolments', `'id', t.id, 'status', t.status`, 100, `t.status = 'banned'`)} as "programEnrollments",
       ${newest('fraud_alerts', `'id', t.id, 'reason', t.reason, 'status', t.status, 'createdAt', ${isoInstant('t.created_at')}`, 100)}
         as "fraudAlerts",
       ${newest(
         'payouts',
         `'id', t.id, 'amount', t.amount, 'currency', t.currency, 'status', t.status, 'createdAt', ${isoInstant('t.created_at')}`,
         10,
       )} as payouts
     from partners p where p.id = ?`,
    [partnerId],
  )
  return rows[0] ?? null
}

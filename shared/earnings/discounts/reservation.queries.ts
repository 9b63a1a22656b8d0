/**
 * SQL of reservations: codes and coupons that are being created at a provider. A reservation is committed before the request to the
 * provider and removed in the transaction that stores its result, so that no transaction is open meanwhile and nothing is lost in a crash.
 */
import type { InWorkspace } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'

export interface Reservation {
  /** Id of the code, or of the discount whose coupon it is. */
  id: string
  workspaceId: string
  programId: string
  discountId: string
  /** Null for a coupon. */
  code: { code: string; linkId: string; partnerId: string } | null
}

/** Reserves the code; false if the code or the link is taken. */
export async function reserveCode(
  { em, workspace, now }: InWorkspace,
  row: { id: string; programId: string; discountId: string; code: string; linkId: string; partnerId: string },
): Promise<boolean> {
  const { id, programId, discountId, code, linkId, partnerId } = row
  const rows = await em.execute(
    `insert into discount_reservations (id, workspace_id, program_id, discount_id, code, link_id, partner_id, reserved_at)
     select ?, ?, ?, ?, ?, ?, ?, ?
     where not exists (select from discount_codes where program_id = ? and lower(code) = lower(?))
       and not exists (select from discount_codes where link_id = ?)
     on conflict do nothing returning id`,
    [id, workspace.id, programId, discountId, code, linkId, partnerId, now(), programId, code, linkId],
  )
  return rows.length > 0
}

export async function reserveCoupon({ em, workspace, now }: InWorkspace, programId: string, discountId: string): Promise<void> {
  await em.execute('insert into discount_reservations (id, workspace_id, program_id, discount_id, reserved_at) values (?, ?, ?, ?, ?)', [
    discountId,
    workspace.id,
    programId,
    discountId,
    now(),
  ])
}

const columns = `id, workspace_id as "workspaceId", program_id as "programId", discount_id as "discountId",
  case when code is not null then json_build_object('code', code, 'linkId', link_id, 'partnerId', partner_id) end as code`

/** Removes the reservation and returns it; null if it was settled before. */
export async function takeReservation({ em }: Pick<Scope, 'em'>, id: string): Promise<Reservation | null> {
  const [row] = await em.execute<Reservation[]>(`delete from discount_reservations where id = ? returning ${columns}`, [id])
  return row ?? null
}

/** Reservations whose request has ended without settling them. */
export const abandonedReservations = ({ em }: Pick<Scope, 'em'>, before: Date, limit: number): Promise<Reservation[]> =>
  em.execute(`select ${columns} from discount_reservations where reserved_at < ? order by reserved_at, id limit ?`, [before, limit])

/** Keeps a reservation that cannot be settled now for a later attempt. */
export async function postponeReservation({ em, now }: Pick<Scope, 'em' | 'now'>, id: string): Promise<void> {
  await em.execute('update discount_reservations set reserved_at = ? where id = ?', [now(), id])
}

/** Whether the partner has the discount, and the link exists; keeps it so until the transaction ends. */
export async function hasDiscount({ em }: Pick<Scope, 'em'>, { programId, discountId, code }: Reservation): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from enrolments e join links on links.id = ? and links.program_id = e.program_id and links.partner_id = e.partner_id
     where e.program_id = ? and e.partner_id = ? and e.discount_id = ? for share of e for key share of links`,
    [code?.linkId ?? '', programId, code?.partnerId ?? '', discountId],
  )
  return rows.length > 0
}

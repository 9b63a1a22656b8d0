/** SQL of the users of partner accounts. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import type { PartnerRole } from '../permissions.js'
import type { PartnerPreference } from './preferences.js'

export interface PartnerUserRow {
  id: string
  name: string | null
  email: string | null
  image: string | null
  role: PartnerRole
  createdAt: string
}

/** Owners first, then by name. */
export const usersOfPartner = ({ em }: Pick<Scope, 'em'>, partnerId: string): Promise<PartnerUserRow[]> =>
  em.execute(
    `select u.id, u.name, u.email, u.image, m.role, ${isoInstant('m.created_at')} as "createdAt"
     from partner_users m join users u on u.id = m.user_id where m.partner_id = ?
     order by m.role desc, u.name nulls last, u.id`,
    [partnerId],
  )

export interface PartnerAccountRow {
  partnerId: string
  name: string
  email: string | null
  image: string | null
  role: PartnerRole
}

/** The partner accounts of a user; the selected one first. */
export const accountsOfUser = ({ em }: Pick<Scope, 'em'>, userId: string): Promise<PartnerAccountRow[]> =>
  em.execute(
    `select p.id as "partnerId", p.name, p.email, p.image, m.role from partner_users m join partners p on p.id = m.partner_id
     where m.user_id = ? order by m.selected_at desc, p.id`,
    [userId],
  )

/** Waits for concurrent changes of the users of the account. */
export async function lockPartnerAccount({ em }: Pick<Scope, 'em'>, partnerId: string): Promise<void> {
  await em.execute('select 1 from partners where id = ? for no key update', [partnerId])
}

export async function countPartnerUsers({ em }: Pick<Scope, 'em'>, partnerId: string): Promise<{ users: number; owners: number }> {
  const [row] = await em.execute<{ users: number; owners: number }[]>(
    `select count(*)::int as users, count(*) filter (where role = 'owner')::int as owners from partner_users where partner_id = ?`,
    [partnerId],
  )
  return row as { users: number; owners: number }
}

/** Makes the user who joined first the owner of each account that has other users and no other owner. */
export async function replaceLastOwner({ em }: Pick<Scope, 'em'>, userId: string): Promise<void> {
  const owned = `select partner_id from partner_users where user_id = ? and role = 'owner'`
  await em.execute(`select 1 from partners where id in (${owned}) order by id for no key update`, [userId])
  await em.execute(
    `update partner_users set role = 'owner' where (partner_id, user_id) in (
       select distinct on (partner_id) partner_id, user_id from partner_users m
       where partner_id in (${owned}) and user_id <> ? and not exists (
         select 1 from partner_users o where o.partner_id = m.partner_id and o.role = 'owner' and o.user_id <> ?)
       order by partner_id, created_at, user_id)`,
    [userId, userId, userId],
  )
}

/** Makes the user a user of the account and selects the account. Keeps the role of a user who is one already. */
export async function addPartnerUser(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  { partnerId, userId, role }: { partnerId: string; userId: string; role: PartnerRole },
): Promise<void> {
  await em.execute(
    `insert into partner_users (partner_id, user_id, role, notification_preferences, selected_at, created_at) values (?, ?, ?, '{}', ?, ?)
     on conflict (partner_id, user_id) do update set selected_at = excluded.selected_at`,
    [partnerId, userId, role, now(), now()],
  )
}

/** Deletes an invite and returns its role, which may have been changed meanwhile. Null if it was withdrawn or accepted. */
export async function consumePartnerUserInvite({ em }: Pick<Scope, 'em'>, partnerId: string, email: string): Promise<PartnerRole | null> {
  const rows: { role: PartnerRole }[] = await em.execute(
    'delete from partner_user_invites where partner_id = ? and email = ? returning role',
    [partnerId, email],
  )
  return rows[0]?.role ?? null
}

/** Returns whether the user belongs to the account. */
export async function selectPartnerOfUser({ em, now }: Pick<Scope, 'em' | 'now'>, partnerId: string, userId: string): Promise<boolean> {
  const rows: unknown[] = await em.execute(
    'update partner_users set selected_at = greatest(?, selected_at) where partner_id = ? and user_id = ? returning 1',
    [now(), partnerId, userId],
  )
  return rows.length > 0
}

/** Users of the source become users of the target. A user of both keeps the higher role. Runs any number of times. */
export async function movePartnerUsers(
  { em }: Pick<Scope, 'em'>,
  { sourcePartnerId, targetPartnerId }: { sourcePartnerId: string; targetPartnerId: string },
): Promise<void> {
  await em.execute(
    `insert into partner_users select (jsonb_populate_record(m, jsonb_build_object('partner_id', ?::text))).* from partner_users m
     where m.partner_id = ? on conflict (partner_id, user_id) do update set role = greatest(partner_users.role, excluded.role)`,
    [targetPartnerId, sourcePartnerId],
  )
  await em.execute('delete from partner_users where partner_id = ?', [sourcePartnerId])
  await em.execute('delete from partner_user_invites where partner_id = ?', [sourcePartnerId])
}

/** By partner: the addresses of its users who want this email; without any user, the address of the partner itself. */
export async function partnerEmailsFor(
  { em }: Pick<Scope, 'em'>,
  partnerIds: readonly string[],
  preference: PartnerPreference,
): Promise<Map<string, string[]>> {
  const rows: { partnerId: string; emails: string[] }[] = await em.execute(
    `select partner_id as "partnerId", array_agg(distinct email) as emails from (
       select m.partner_id, u.email from partner_users m join users u on u.id = m.user_id
       where m.partner_id = any (?::text[]) and coalesce((m.notification_preferences->>?)::boolean, true)
       union all select p.id, p.email from partners p
       where p.id = any (?::text[]) and not exists (select 1 from partner_users where partner_id = p.id)
     ) as recipients where email is not null group by 1`,
    [arrayLiteral(partnerIds), preference, arrayLiteral(partnerIds)],
  )
  return new Map(rows.map(({ partnerId, emails }) => [partnerId, emails]))
}

import type { EntityManager } from '@mikro-orm/postgresql'

/** Returns the number of deleted partners. Commissions and payouts are records of money: partners with some are kept. */
export async function deleteUnusedPartners(em: EntityManager, createdBefore: Date, limit: number): Promise<number> {
  const rows: unknown[] = await em.execute(
    `delete from partners where id in (
       select p.id from partners p where p.created_at < ? and p.stripe_connect_id is null
         and p.merged_into_id is null and not exists (select 1 from partner_users where partner_id = p.id)
         and not exists (select 1 from users where lower(users.email) = p.email)
         and not exists (select 1 from enrolments where partner_id = p.id)
         and not exists (select 1 from commissions where partner_id = p.id) and not exists (select 1 from payouts where partner_id = p.id)
       order by p.id limit ?
     ) returning 1`,
    [createdBefore, limit],
  )
  return rows.length
}

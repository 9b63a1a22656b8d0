import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

/** Deletes rewards. Those with commissions stay for them, marked as deleted. */
export async function deleteRewards({ em, now }: Scope, programId: string, ids: readonly string[]): Promise<void> {
  await em.execute(
    `delete from rewards r where r.program_id = ? and r.id = any (?::text[])
       and not exists (select from commissions c where c.program_id = r.program_id and c.reward_id = r.id)`,
    [programId, arrayLiteral(ids)],
  )
  await em.execute(
    'update rewards set deleted_at = ?, updated_at = ? where program_id = ? and id = any (?::text[]) and deleted_at is null',
    [now(), now(), programId, arrayLiteral(ids)],
  )
}

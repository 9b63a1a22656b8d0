import type { Scope } from '../../kernel/scope.js'

interface PartnerMerge {
  programId: string
  sourcePartnerId: string
  targetPartnerId: string
}

/** The account that the partner was merged into; null if it was not. */
export async function mergedInto({ em }: Scope, partnerId: string): Promise<string | null> {
  const rows: { id: string | null }[] = await em.execute('select merged_into_id as id from partners where id = ?', [partnerId])
  return rows[0]?.id ?? null
}

/**
 * Moves the groups and reports of a merged partner to its other account, where events join a pending group of the same type. What the two
 * accounts have in common is not suspicious any more. Duplicates of the merged partner become duplicates of the other account.
 */
export async function moveGroups({ em }: Scope, { programId, sourcePartnerId, targetPartnerId }: PartnerMerge): Promise<void> {
  const accounts = [sourcePartnerId, targetPartnerId]
  await em.execute(
    `delete from fraud_events using fraud_groups g
     where g.id = group_id and g.program_id = ? and g.partner_id in (?, ?) and duplicate_partner_id in (?, ?)`,
    [programId, ...accounts, ...accounts],
  )
  await renameDuplicates({ em }, { programId, sourcePartnerId, targetPartnerId })
  await em.execute(
    `update fraud_events e set group_id = target.id from fraud_groups source, fraud_groups target
     where e.group_id = source.id and source.program_id = ? and source.partner_id = ? and source.status = 'pending'
       and target.program_id = source.program_id and target.partner_id = ? and target.type = source.type and target.status = 'pending'
       and not exists (select 1 from fraud_events known where known.group_id = target.id and known.subject = e.subject)`,
    [programId, ...accounts],
  )
  await em.execute(
    `delete from fraud_groups source where program_id = ? and partner_id = ? and status = 'pending'
       and exists (select 1 from fraud_groups target where target.program_id = source.program_id and target.partner_id = ?
         and target.type = source.type and target.status = 'pending')`,
    [programId, ...accounts],
  )
  await em.execute('update fraud_groups set partner_id = ? where program_id = ? and partner_id = ?', [
    targetPartnerId,
    programId,
    sourcePartnerId,
  ])
  await em.execute(
    `update fraud_groups g set event_count = events.count
     from (select g.id, count(e.id) as count from fraud_groups g left join fraud_events e on e.group_id = g.id
       where g.program_id = ? and g.partner_id = ? group by 1) as events
     where g.id = events.id`,
    [programId, targetPartnerId],
  )
  await em.execute(`delete from fraud_groups where program_id = ? and partner_id = ? and status = 'pending' and event_count = 0`, [
    programId,
    targetPartnerId,
  ])
  await moveAlerts({ em }, { programId, sourcePartnerId, targetPartnerId })
}

/** In groups of other partners of the program, which name each duplicate once. */
async function renameDuplicates({ em }: Pick<Scope, 'em'>, { programId, sourcePartnerId, targetPartnerId }: PartnerMerge): Promise<void> {
  const ofProgram = 'group_id in (select id from fraud_groups where program_id = ?) and duplicate_partner_id = ?'
  await em.execute(
    `with removed as (
       delete from fraud_events e where ${ofProgram}
         and exists (select 1 from fraud_events known where known.group_id = e.group_id and known.subject = ?) returning group_id
     )
     update fraud_groups g set event_count = event_count - 1 from removed where g.id = removed.group_id`,
    [programId, sourcePartnerId, targetPartnerId],
  )
  await em.execute(`update fraud_events set subject = ?, duplicate_partner_id = ? where ${ofProgram}`, [
    targetPartnerId,
    targetPartnerId,
    programId,
    sourcePartnerId,
  ])
}

async function moveAlerts({ em }: Pick<Scope, 'em'>, { programId, sourcePartnerId, targetPartnerId }: PartnerMerge): Promise<void> {
  await em.execute(
    `delete from fraud_alerts where program_id = ? and partner_id = ? and status = 'pending'
       and exists (select 1 from fraud_alerts where program_id = ? and partner_id = ? and status = 'pending')`,
    [programId, sourcePartnerId, programId, targetPartnerId],
  )
  await em.execute('update fraud_alerts set partner_id = ? where program_id = ? and partner_id = ?', [
    targetPartnerId,
    programId,
    sourcePartnerId,
  ])
}

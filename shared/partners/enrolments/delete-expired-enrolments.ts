import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { Enrolment } from '../enrolment.entity.js'
import { declinedRetentionMs, rejectedRetentionMs } from '../limits.js'
import { programScope } from '../links/program-scope.js'
import { statusAfter } from './enrolment-status.js'
import { expiredEnrolments, lockEnrolments } from './enrolment.queries.js'
import { removeEnrolment } from './remove-enrolment.js'

const batchSize = 100

/** Deletes declined invites after their retention, and rejected applications whose partners may apply again, unless they have commissions. */
export async function deleteExpiredEnrolments(scope: JobScope): Promise<void> {
  const ageBefore = (ms: number) => new Date(scope.now().getTime() - ms)
  const limits = { declinedBefore: ageBefore(declinedRetentionMs), rejectedBefore: ageBefore(rejectedRetentionMs) }
  let after = ''
  for (;;) {
    const found = await expiredEnrolments(scope, limits, after, batchSize)
    for (const one of found) {
      const fork = forkScope(scope)
      await inTransaction(fork, () => deleteExpired(fork, one))
    }
    if (found.length < batchSize) return
    after = found.at(-1)?.id ?? ''
  }
}

async function deleteExpired(
  scope: JobScope,
  { id, programId, partnerId }: { id: string; programId: string; partnerId: string },
): Promise<void> {
  const found = await programScope(scope, programId)
  if (!found) return
  await lockEnrolments(scope, programId, [partnerId])
  const enrolment = await scope.em.findOne(Enrolment, id)
  if (!enrolment || statusAfter(enrolment.status, 'expire') !== 'deleted') return
  await removeEnrolment(found.owner, found.program, enrolment)
}

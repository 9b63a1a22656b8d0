/** The complete deletion of a program with its partners' places, links, earnings and payouts. */
import { z } from 'zod'
import { contract } from '../../kernel/queue/contract.js'
import type { AdminScope, JobScope } from '../../kernel/scope.js'
import { runInBatches } from '../../links/index.js'
import { deleteProgram, Enrolment, Program, removeEnrolments } from '../../partners/index.js'
import { programHasPayouts, programNotFound } from '../errors.js'
import { ownerScope } from './owner-scope.js'
import { hasMoneyInMotion } from './workspaces.queries.js'

export const StartedProgramDeletion = z.object({ id: z.string() })

export const deleteProgramJob = contract({
  name: 'administration.delete-program',
  queue: 'bulk',
  payload: z.object({ programId: z.string() }),
  attempts: 10,
  deduplicationKey: ({ programId }) => programId,
})

const batchSize = 50

/** Ends the program at once; a job deletes it. Refuses a program that has paid a partner, or is about to. */
export async function startProgramDeletion(scope: AdminScope, programId: string): Promise<{ id: string }> {
  const program = await scope.em.findOne(Program, programId)
  if (!program) throw programNotFound(programId)
  if (await hasMoneyInMotion(scope, programId)) throw programHasPayouts()
  program.deactivatedAt ??= scope.now()
  await scope.em.flush()
  scope.enqueue(deleteProgramJob, { programId })
  return { id: programId }
}

/** Safe to repeat: every batch removes some partners with their links, the last one the program with everything that refers to it. */
export const runProgramDeletion = (scope: JobScope, payload: z.infer<typeof deleteProgramJob.payload>): Promise<void> =>
  runInBatches(scope, deleteProgramJob, payload, async () => {
    scope.em.clear()
    const program = await scope.em.findOne(Program, payload.programId)
    const owner = program && (await ownerScope(scope, program.workspaceId))
    if (!owner) return false
    const enrolments = await scope.em.find(Enrolment, { programId: program.id }, { limit: batchSize })
    await removeEnrolments(owner, program, enrolments)
    if (enrolments.length > 0) return true
    await deleteProgram(owner, program.id)
    return false
  })

import { LockMode } from '@mikro-orm/postgresql'
import type { WorkspaceScope } from '../../accounts/index.js'
import type { JobScope, Scope } from '../../kernel/scope.js'
import { runInBatches } from '../../links/index.js'
import { changeStatus } from '../enrolments/change-status.js'
import { programAlreadyDeactivated, programNotDeactivated } from '../errors.js'
import { PartnerGroup } from '../groups/partner-group.entity.js'
import { changeProgramPartnersJob } from '../jobs.js'
import { presentProgram } from './present-program.js'
import { partnersWithStatus } from './program-partners.queries.js'
import { Program } from './program.entity.js'
import type { ProgramResponse } from './program.schema.js'
import { requireProgram } from './require-program.js'

/** Stops a program: no applications, no messages, not in the marketplace. A job deactivates its approved and archived partners. */
export async function deactivateProgram(scope: WorkspaceScope, id: string): Promise<ProgramResponse> {
  const program = await requireProgram(scope, id)
  if (program.deactivatedAt) throw programAlreadyDeactivated()
  await stopProgram(scope, program)
  return presentProgram(program)
}

export async function stopProgram(scope: Scope, program: Program): Promise<void> {
  const { id } = program
  const now = scope.now()
  Object.assign(program, {
    deactivatedAt: now,
    messagingEnabledAt: null,
    addedToMarketplaceAt: null,
    featuredOnMarketplaceAt: null,
    updatedAt: now,
  })
  await scope.em.flush()
  await scope.em.nativeUpdate(
    PartnerGroup,
    { programId: id },
    { applicationFormPublishedAt: null, landerPublishedAt: null, autoApprovePartnersEnabledAt: null },
  )
  scope.enqueue(changeProgramPartnersJob, { programId: id, operation: 'deactivate' })
}

/** Starts a deactivated program again, with the pages of its default group. A job reactivates the deactivated partners. */
export async function reactivateProgram(scope: WorkspaceScope, id: string): Promise<ProgramResponse> {
  const program = await requireProgram(scope, id)
  if (!program.deactivatedAt) throw programNotDeactivated()
  const now = scope.now()
  Object.assign(program, { deactivatedAt: null, updatedAt: now })
  await scope.em.flush()
  await scope.em.nativeUpdate(PartnerGroup, program.defaultGroupId, { applicationFormPublishedAt: now, landerPublishedAt: now })
  scope.enqueue(changeProgramPartnersJob, { programId: id, operation: 'reactivate' })
  return presentProgram(program)
}

const batchSize = 100

/** Stops when the program was changed back in the meantime. */
export async function changeProgramPartners(
  scope: JobScope,
  payload: { programId: string; operation: 'deactivate' | 'reactivate' },
): Promise<void> {
  const { programId, operation } = payload
  await runInBatches(scope, changeProgramPartnersJob, payload, async () => {
    // Waits for a change back that is being committed, and keeps the next one waiting until the batch is.
    const program = await scope.em.findOne(Program, programId, { refresh: true, lockMode: LockMode.PESSIMISTIC_READ })
    if (!program || (operation === 'deactivate') !== Boolean(program.deactivatedAt)) return false
    const statuses = operation === 'deactivate' ? ['approved', 'archived'] : ['deactivated']
    const partnerIds = await partnersWithStatus(scope, programId, statuses, batchSize)
    await changeStatus(scope, program, partnerIds, { operation })
    return partnerIds.length === batchSize
  })
}

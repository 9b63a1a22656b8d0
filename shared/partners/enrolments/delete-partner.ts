import type { WorkspaceScope } from '../../accounts/index.js'
import { deleteLink } from '../../links/index.js'
import { operationNotAllowed, partnerHasActivity } from '../errors.js'
import { enrolmentChanged } from '../events.js'
import { linksOfPartners } from '../links/partner-link.queries.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { statusAfter, statusesAllowing } from './enrolment-status.js'
import { hasActivity, lockEnrolments } from './enrolment.queries.js'
import { requireEnrolment } from './require-enrolment.js'

/** Removes a deactivated or banned partner without any activity from the program, with its links. */
export async function deletePartner(scope: WorkspaceScope, partnerId: string): Promise<{ partnerId: string }> {
  const program = await requireDefaultProgram(scope)
  const enrolment = await requireEnrolment(scope, program, { partnerId })
  const [locked] = await lockEnrolments(scope, program.id, [partnerId])
  const status = locked?.status ?? enrolment.status
  if (statusAfter(status, 'delete') !== 'deleted') throw operationNotAllowed('delete', status, statusesAllowing('delete'))
  if (await hasActivity(scope, enrolment.id)) throw partnerHasActivity()
  for (const { id } of await linksOfPartners(scope, program.id, [partnerId])) await deleteLink(scope, id)
  await scope.em.remove(enrolment).flush()
  scope.announce(enrolmentChanged, {
    workspaceId: program.workspaceId,
    programId: program.id,
    partnerId,
    enrolmentId: enrolment.id,
    from: status,
    to: null,
  })
  return { partnerId }
}

import type { WorkspaceScope } from '../../accounts/index.js'
import { deleteLink, invalidateLinks } from '../../links/index.js'
import type { Enrolment } from '../enrolment.entity.js'
import { enrolmentChanged } from '../events.js'
import { linksOfPartners } from '../links/partner-link.queries.js'
import type { Program } from '../programs/program.entity.js'
import { detachLinks } from './enrolment.queries.js'

/** Deletes an enrolment with its links. Links with leads or sales stay as ordinary links of the workspace. */
export async function removeEnrolment(scope: WorkspaceScope, program: Program, enrolment: Enrolment): Promise<void> {
  const { id: enrolmentId, partnerId, status } = enrolment
  const links = await linksOfPartners(scope, program.id, [partnerId])
  for (const { id, leads, sales } of links) if (leads === 0 && sales === 0) await deleteLink(scope, id)
  const detached = await detachLinks(scope, program.id, partnerId)
  if (detached.length > 0) invalidateLinks(scope, ...detached)
  await scope.em.remove(enrolment).flush()
  scope.announce(enrolmentChanged, {
    workspaceId: program.workspaceId,
    programId: program.id,
    partnerId,
    enrolmentId,
    from: status,
    to: null,
  })
}

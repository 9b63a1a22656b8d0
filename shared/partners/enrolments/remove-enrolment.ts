import type { WorkspaceScope } from '../../accounts/index.js'
import { deleteLinks, invalidateLinks } from '../../links/index.js'
import type { Enrolment } from '../enrolment.entity.js'
import { enrolmentChanged } from '../events.js'
import { linksOfPartners } from '../links/partner-link.queries.js'
import type { Program } from '../programs/program.entity.js'
import { countPartners } from './count-partner.js'
import { isCounted } from './enrolment-status.js'
import { detachLinks, lockEnrolments } from './enrolment.queries.js'

/**
 * Deletes an enrolment with its links, so that it no longer counts towards the limit of partners. Links with leads or sales stay as
 * ordinary links of the workspace.
 */
export const removeEnrolment = (scope: WorkspaceScope, program: Program, enrolment: Enrolment): Promise<void> =>
  removeEnrolments(scope, program, [enrolment])

/** Deletes enrolments of one program like `removeEnrolment`. */
export async function removeEnrolments(scope: WorkspaceScope, program: Program, enrolments: readonly Enrolment[]): Promise<void> {
  if (enrolments.length === 0) return
  const partnerIds = enrolments.map(({ partnerId }) => partnerId)
  const counted = (await lockEnrolments(scope, program.id, partnerIds)).filter(isCounted).length
  if (counted > 0) countPartners(scope, -counted)
  const links = await linksOfPartners(scope, program.id, partnerIds)
  await deleteLinks(
    scope,
    links.flatMap(({ id, leads, sales }) => (leads === 0 && sales === 0 ? id : [])),
  )
  const detached = await detachLinks(scope, program.id, partnerIds)
  if (detached.length > 0) invalidateLinks(scope, ...detached)
  for (const enrolment of enrolments) scope.em.remove(enrolment)
  await scope.em.flush()
  for (const { id: enrolmentId, partnerId, status } of enrolments)
    scope.announce(enrolmentChanged, {
      workspaceId: program.workspaceId,
      programId: program.id,
      partnerId,
      enrolmentId,
      from: status,
      to: null,
    })
}

import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import type { Enrolment } from '../enrolment.entity.js'
import { tenantIdTaken } from '../errors.js'
import type { PartnerDetails } from '../partner.schema.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { setTenantOfLinks } from './enrolment.queries.js'
import { getPartner } from './get-partner.js'
import type { UpdateEnrolment } from './partner-input.schema.js'
import { changeReferrer } from './referrer.js'
import { requireEnrolment } from './require-enrolment.js'

/** Updates the settings of a partner in the program. A new tenantId is copied to its links. */
export async function updateEnrolment(scope: WorkspaceScope, partnerId: string, input: UpdateEnrolment): Promise<PartnerDetails> {
  const program = await requireDefaultProgram(scope)
  const enrolment = await requireEnrolment(scope, program, { partnerId })
  const { tenantId, customerDataSharingEnabled, groupMoveDisabled, riskMonitoringDisabled } = input
  if (tenantId !== undefined && tenantId !== enrolment.tenantId) {
    enrolment.tenantId = tenantId
    await mapUniqueViolation(scope.em.flush(), () => tenantIdTaken(tenantId ?? ''))
    await setTenantOfLinks(scope, program.id, partnerId, tenantId)
  }
  const { referredByPartnerId } = input
  if (referredByPartnerId !== undefined) await changeReferrer(scope, enrolment, referredByPartnerId)
  setSwitch(scope, enrolment, 'customerDataSharingEnabledAt', customerDataSharingEnabled)
  setSwitch(scope, enrolment, 'groupMoveDisabledAt', groupMoveDisabled)
  setSwitch(scope, enrolment, 'riskMonitoringDisabledAt', riskMonitoringDisabled)
  enrolment.updatedAt = scope.now()
  await scope.em.flush()
  return getPartner(scope, partnerId)
}

type Switch = 'customerDataSharingEnabledAt' | 'groupMoveDisabledAt' | 'riskMonitoringDisabledAt'

/** A switch that is on keeps the time since which it is on. */
function setSwitch(scope: WorkspaceScope, enrolment: Enrolment, name: Switch, isOn: boolean | undefined): void {
  if (isOn !== undefined) enrolment[name] = isOn ? (enrolment[name] ?? scope.now()) : null
}

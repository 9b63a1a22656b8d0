import type { WorkspaceScope } from '../../accounts/index.js'
import { presentPartnerLink } from '../enrolments/present-partner.js'
import { requireEnrolment } from '../enrolments/require-enrolment.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { linksOfPartners } from './partner-link.queries.js'
import type { PartnerIdentifier } from './partner-link.schema.js'

/** All links of a partner in the program, oldest first. */
export async function listPartnerLinks(scope: WorkspaceScope, identifier: PartnerIdentifier) {
  const program = await requireDefaultProgram(scope)
  const { partnerId } = await requireEnrolment(scope, program, identifier)
  return (await linksOfPartners(scope, program.id, [partnerId])).map(presentPartnerLink)
}

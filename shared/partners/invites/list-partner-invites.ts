import type { WorkspaceScope } from '../../accounts/index.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { partnerInvitesMatching } from './partner-invite.queries.js'
import type { GetPartnerInvites, PartnerInviteResponse } from './partner-invite.schema.js'

/** Invites that were not answered, or those that were declined, newest first. */
export const listPartnerInvites = async (scope: WorkspaceScope, query: GetPartnerInvites): Promise<PartnerInviteResponse[]> =>
  partnerInvitesMatching(scope, (await requireDefaultProgram(scope)).id, query)

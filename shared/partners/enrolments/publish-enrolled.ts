import { type InWorkspace, publishWebhookEvent } from '../../accounts/index.js'
import { presentPartners } from './present-partner.js'

/** Publishes `partner.enrolled` for enrolments that became approved. */
export const publishEnrolled = (scope: InWorkspace, programId: string, enrolmentIds: readonly string[]): Promise<unknown> =>
  publishWebhookEvent(scope, 'partner.enrolled', () => presentPartners(scope, programId, enrolmentIds))

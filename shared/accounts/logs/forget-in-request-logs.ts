import type { JobScope } from '../../kernel/scope.js'
import { emptyLogsNaming } from './log.queries.js'

/** Takes what was said out of requests in which one of the names stands as a value. That they were made, and how they ended, stays. */
export const forgetInRequestLogs = ({ em }: JobScope, workspaceId: string, names: readonly string[]): Promise<void> =>
  emptyLogsNaming(em, workspaceId, names)

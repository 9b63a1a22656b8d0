import type { JobScope } from '../../kernel/scope.js'
import { eraseLogsContaining } from './store-logs.queries.js'

/** Erases bodies and query parameters of log entries that contain one of the values, in any case of letters. The entries themselves stay. */
export const eraseFromRequestLogs = ({ em }: JobScope, workspaceId: string, values: readonly string[]): Promise<void> =>
  eraseLogsContaining(em, workspaceId, values)

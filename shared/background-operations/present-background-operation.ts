import type { BackgroundOperationRow } from './background-operation.queries.js'
import type { BackgroundOperationResponse } from './background-operation.schema.js'

export function presentBackgroundOperation({
  id,
  type,
  state,
  total,
  done,
  failed,
  error,
  resultType,
  resultName,
  payload: { source },
  ...row
}: BackgroundOperationRow): BackgroundOperationResponse {
  const hasResult = state === 'completed' && resultType !== null && resultName !== null
  return {
    id,
    type,
    state,
    total,
    done,
    failed,
    error,
    source: typeof source === 'string' ? source : null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    result: hasResult ? { url: `/jobs/${id}/result`, contentType: resultType, fileName: resultName } : null,
  }
}

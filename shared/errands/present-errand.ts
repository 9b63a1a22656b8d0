import type { ErrandRow } from './errand.queries.js'
import type { ErrandAnswer } from './errand.schema.js'

export function presentErrand({ id, type, state, total, done, failed, error, resultType, resultName, ...row }: ErrandRow): ErrandAnswer {
  const hasResult = state === 'completed' && resultType !== null && resultName !== null
  return {
    id,
    type,
    state,
    total,
    done,
    failed,
    error,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    result: hasResult ? { url: `/jobs/${id}/result`, contentType: resultType, fileName: resultName } : null,
  }
}

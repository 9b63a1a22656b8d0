/** Writes the request log in the background and in batches. */
import { setImmediate as immediate } from 'node:timers/promises'
import type pg from 'pg'
import { groupCommit } from '../../kernel/group-commit.js'
import type { Log } from '../../kernel/log.js'
import type { RequestLogEntry } from '../../kernel/request-log-entry.js'
import { throttledWarning } from '../../kernel/throttled-warning.js'
import { logBatchSize, logFlushDelayMs, maxPendingLogs } from '../limits.js'
import { shouldLog, toLogRow, type LogRow } from './log-row.js'
import { insertRequestLogs } from './store-logs.queries.js'

export interface RequestLog {
  record(entry: RequestLogEntry): void
  /** Flushes pending entries. */
  close(): Promise<void>
}

/** Memory is bounded: while the database is slow or down, entries beyond `maxPendingLogs` are dropped with a warning. */
export function openRequestLog(pool: pg.Pool, log: Log): RequestLog {
  const warnNotWritten = throttledWarning(log, 'failed to write request log entries')
  let pendingRows: LogRow[] = []
  let timer: NodeJS.Timeout | undefined
  let pendingCount = 0
  const commits = groupCommit<LogRow>(async (group) => {
    pendingCount -= group.length
    await insertRequestLogs(pool, group)
  }, logBatchSize)
  const onWritten = (error?: unknown) => {
    if (error !== undefined) warnNotWritten(error)
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const row of pendingRows) commits.addWithCallback(row, onWritten)
    pendingRows = []
  }
  // Entries are collected for a moment, so that the log costs a few statements per second instead of one per request.
  const enqueue = (entry: RequestLogEntry) => {
    pendingRows.push(toLogRow(entry))
    timer ??= setTimeout(flush, logFlushDelayMs)
  }
  return {
    record(entry) {
      if (!shouldLog(entry)) return
      if (pendingCount >= maxPendingLogs) return log.warn({ requestId: entry.requestId }, 'request log entry dropped, too many pending')
      pendingCount += 1
      // After the response was sent, but soon: pending entries must not keep large bodies in memory.
      setImmediate(enqueue, entry)
    },
    async close() {
      await immediate()
      flush()
      await commits.idle()
    },
  }
}

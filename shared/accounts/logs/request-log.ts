/** Writes down what a process answered: later, many at once, and never so that somebody waits for it. */
import { setImmediate as immediate } from 'node:timers/promises'
import type pg from 'pg'
import type { AnsweredRequest } from '../../kernel/answered-request.js'
import { groupCommit } from '../../kernel/group-commit.js'
import type { Log } from '../../kernel/log.js'
import { logBatch, logPause, mostWaitingLogs } from '../limits.js'
import { isWorthKeeping, logRow, type LogRow } from './log-row.js'
import { insertLogs } from './log.queries.js'

export interface RequestLog {
  record(answered: AnsweredRequest): void
  /** Writes what waits. */
  close(): Promise<void>
}

/** A database that is slow or away loses log lines, never memory: beyond a number that wait, further ones are left out and said to be. */
export function openRequestLog(pool: pg.Pool, log: Log): RequestLog {
  let gathered: LogRow[] = []
  let timer: NodeJS.Timeout | undefined
  let waiting = 0
  const lines = groupCommit<LogRow>(async (group) => {
    waiting -= group.length
    await insertLogs(pool, group)
  }, logBatch)
  const settled = (error?: unknown) => {
    if (error !== undefined) log.warn({ err: error }, 'requests were not written into their log')
  }
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    for (const row of gathered) lines.addThen(row, settled)
    gathered = []
  }
  // What comes within the pause goes together, so that logs cost a few statements a second and not one a request; nor is the database
  // kept busy while a caller still reads the answer.
  const gather = (answered: AnsweredRequest) => {
    gathered.push(logRow(answered))
    timer ??= setTimeout(write, logPause)
  }
  return {
    record(answered) {
      if (!isWorthKeeping(answered)) return
      if (waiting >= mostWaitingLogs) return log.warn({ requestId: answered.requestId }, 'a request was left out of its log: too many wait')
      waiting += 1
      // After the answer has left, but soon: what waits must not hold on to bodies of megabytes.
      setImmediate(gather, answered)
    },
    async close() {
      await immediate()
      write()
      await lines.idle()
    },
  }
}

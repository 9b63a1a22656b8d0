/** Moves events between PostgreSQL and ClickHouse while the service runs. */
import { clickHouseOf } from '../../clickhouse/index.js'
import { StartupError } from '../../kernel/startup-error.js'
import { days } from '../../kernel/time.js'
import { rollUpClicks } from '../../rollups/index.js'
import {
  applyPendingConversions,
  beginMove,
  type EventDatabase,
  finishMove,
  hasEqualClicks,
  listMonths,
  type MoveProgress,
  type MoveScope,
  moveStep,
  movedParts,
} from '../../tracking/index.js'
import { copiedConversions } from '../verify/clickhouse/checks.js'
import { workspacesToVerify } from '../verify/verification.queries.js'
import { clicksRolledUpUntil } from './watermark.queries.js'

export { cancelMove, deleteMovedCopies } from '../../tracking/index.js'

export type MoveContext = Omit<MoveScope, 'clickHouse'>

export function withClickHouse(context: MoveContext): MoveScope {
  const clickHouse = clickHouseOf(context.config)
  if (!clickHouse) throw new StartupError('CLICKHOUSE_URL is not set. Set it for all processes, and restart them, before you move events.')
  return { ...context, clickHouse }
}

export type MoveResult = 'moved' | 'was there already' | 'differs'

/** What a move is doing: how much it has copied, or which of the two stores' events it compares. */
export type MoveReport = { copied: MoveProgress } | { comparing: string }
export type ReportMove = (report: MoveReport) => void

/**
 * Copies all events to the target, compares both stores, and makes the target the one that is used. May be interrupted at any time and
 * repeated. If the stores differ, the source remains in use.
 */
export async function moveEvents(scope: MoveScope, target: EventDatabase, report: ReportMove): Promise<MoveResult> {
  if (!(await beginMove(scope, target))) return 'was there already'
  for (let isComplete = false; !isComplete;) {
    const progress = await moveStep(scope, target)
    report({ copied: progress })
    isComplete = movedParts.every((part) => progress[part]?.isComplete)
  }
  if (target === 'postgres') await rollUpAll(scope)
  await applyPendingConversions(scope)
  const doubtful = await differingMonths(scope, report)
  report({ comparing: 'leads and sales' })
  const found = await hasEqualConversions(scope)
  if (!found) return 'differs'
  // The last days are compared again while events wait; so is a month of which events arrived during the comparison.
  const isEqual = await finishMove(scope, target, async (client) => {
    const newest = (await listMonths(client, scope.clickHouse)).filter((month) => month.getTime() > scope.now().getTime() - days(32))
    for (const month of [...doubtful, ...newest]) if (!(await hasEqualClicks(client, scope.clickHouse, month))) return false
    return true
  })
  return isEqual ? 'moved' : 'differs'
}

async function differingMonths({ pool, clickHouse }: MoveScope, report: ReportMove): Promise<Date[]> {
  const differing: Date[] = []
  for (const month of await listMonths(pool, clickHouse)) {
    report({ comparing: `clicks of ${month.toISOString().slice(0, 'YYYY-MM'.length)}` })
    if (!(await hasEqualClicks(pool, clickHouse, month))) differing.push(month)
  }
  return differing
}

/** Compares leads and sales of all workspaces; their changes are copied before a difference is believed. */
async function hasEqualConversions(scope: MoveScope): Promise<boolean> {
  for (const workspaceId of await workspacesToVerify(scope.pool))
    for (const { run } of copiedConversions(scope))
      for await (const { wrong } of run(workspaceId, (read) => read(scope.pool))) if (wrong > 0) return false
  return true
}

/** Aggregates the clicks, so that PostgreSQL answers questions as fast as before. */
async function rollUpAll({ pool, now }: MoveScope): Promise<void> {
  const watermark = () => clicksRolledUpUntil(pool)
  for (let before = await watermark(), after; before !== after; before = after, after = await watermark())
    await rollUpClicks({ pool, now }, undefined, { always: true })
}

/** Copies leads and sales, which are decided in PostgreSQL, to ClickHouse. */
import type pg from 'pg'
import { type ClickHouse, clickHouseOf } from '../../clickhouse/index.js'
import { withTransaction } from '../../kernel/db/pool.js'
import type { JobScope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { deletePendingChanges, listPendingChanges, lockConversionRollUp } from '../../rollups/index.js'
import { changedConversionsSql, type ChangedConversion, type ConversionKind, copiedColumns } from './conversion-rows.js'

const eventsPerStep = 2000
const maxRunTime = minutes(4)

/**
 * Copies all leads and sales that changed since the last run; triggers record them in `pending_conversions`. A change is forgotten once
 * ClickHouse has it, and is copied again with a higher version if the process ends in between.
 */
export async function copyConversions(
  { pool, config, now }: Pick<JobScope, 'pool' | 'config' | 'now'>,
  limit = eventsPerStep,
): Promise<void> {
  const clickHouse = clickHouseOf(config)
  if (!clickHouse) return
  const end = now().getTime() + maxRunTime
  while (now().getTime() < end && (await copyChanges(pool, clickHouse, limit)));
}

/** Returns whether there may be more. One process copies at a time, so that versions rise in the order in which rows were read. */
export const copyChanges = (pool: pg.Pool, clickHouse: ClickHouse, limit: number): Promise<boolean> =>
  withTransaction(pool, async (client) => {
    await lockConversionRollUp(client)
    const changes = await listPendingChanges(client, limit)
    if (changes.length === 0) return false
    const { rows: versions } = await client.query<{ version: string }>(`select nextval('conversion_versions')::text as version`)
    const { rows } = await client.query<ChangedConversion>(changedConversionsSql('no = any($1::bigint[])'), [changes])
    for (const kind of ['leads', 'sales'] as const) await insertVersions(clickHouse, kind, rows, versions[0]?.version as string)
    await deletePendingChanges(client, changes)
    return changes.length === limit
  })

async function insertVersions(clickHouse: ClickHouse, kind: ConversionKind, rows: readonly ChangedConversion[], version: string) {
  const current = rows.flatMap((row) => row[kind]?.replace(/\]$/, `, ${version}, 0]`) ?? [])
  // Which kind a deleted event was is not known any more.
  const deleted = rows
    .filter(({ leads, sales }) => leads === null && sales === null)
    .map(({ id, at, workspaceId }) => JSON.stringify([id, at.toISOString(), workspaceId, version, 1]))
  await insertLines(clickHouse, kind, [...copiedColumns(kind), 'version', 'is_deleted'], current)
  await insertLines(clickHouse, kind, ['id', 'timestamp', 'workspace_id', 'version', 'is_deleted'], deleted)
}

async function insertLines(clickHouse: ClickHouse, table: ConversionKind, columns: readonly string[], lines: readonly string[]) {
  if (lines.length > 0) await clickHouse.insert({ table, content: [JSON.stringify(columns), ...lines].join('\n') })
}

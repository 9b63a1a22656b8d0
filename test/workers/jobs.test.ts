/** Runs every row of the job tables once on real data, so that a statement that does not fit the schema cannot pass. */
import test from 'ava'
import { ServiceError } from '../../shared/kernel/errors.js'
import { jobs } from '../../workers/jobs/index.js'
import { contractsOf, jobTables } from '../../workers/runtime/job-tables.js'
import { testApi } from '../support/api.js'
import { tracker } from '../support/conversions.js'
import { declaredContracts } from '../support/declared-contracts.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../support/jobs.js'
import { samplePayload } from '../support/sample-payload.js'
import { inspectWorkspaceRows } from '../support/workspace-rows.js'

// AVA starts soon after the first declaration of a test or hook, so that everything that takes time comes before it.
const contracts = await declaredContracts()
const scheduled = jobTables(jobs).schedules
const api = await testApi()
const { pool } = api.resources.database
test.after.always(() => api.close())

/** Tables that a repeated run may change, with the reason. */
const volatileTables: Record<string, string> = {
  verification_reports: 'each verification stores its report',
  domains: 'each DNS check stores its time',
  email_domains: 'each DNS check stores its time',
  short_lived: 'expires by itself',
}

test.before(async () => {
  const { workspace } = await tracker(api)
  await runQueuedJobsAndSubscribers(api.resources)
  await (await inspectWorkspaceRows(pool, workspace.id)).fillEmpty('closed_workspaces')
  await pool.query(`update webhooks set triggers = '["link.created"]', disabled_at = null`) // as every real row has them
})

test.serial('the tables have scheduled jobs, queued jobs and subscriptions', (t) => {
  t.true(scheduled.length > 15)
  t.true(contracts.length > 20)
})

test.serial('every contract of a job has a row', (t) => {
  const handled = contractsOf(jobs).map(({ name }) => name)
  const declared = contracts.map(({ name }) => name)
  t.deepEqual(
    contracts.filter(({ kind, name }) => kind === 'job' && !handled.includes(name)).map(({ name }) => name),
    [],
  )
  t.deepEqual(
    handled.filter((name) => !declared.includes(name)),
    [],
  )
})

for (const { name } of scheduled) {
  test.serial(`${name} runs twice, and the second run changes nothing`, async (t) => {
    await runJobByName(api.resources, name)
    const before = await fingerprints()
    await runJobByName(api.resources, name)
    t.deepEqual(await fingerprints(), before)
  })
}

for (const { name, payload } of contracts) {
  test.serial(`${name} accepts its payload after a round trip through JSON`, (t) => {
    const sample = samplePayload(payload)
    t.deepEqual(JSON.parse(JSON.stringify(payload.parse(sample))), sample)
  })
}

for (const row of jobs.filter(({ kind }) => kind !== 'scheduled')) {
  const contract = row.kind === 'queued' ? row.contract : row.kind === 'subscription' ? row.on : undefined
  const name = row.kind === 'subscription' ? row.name : contract?.name
  if (!contract || !name) continue
  test.serial(`${name} ignores or refuses a payload about data that does not exist`, async (t) => {
    const error = await runJobByName(api.resources, name, samplePayload(contract.payload)).then(
      () => null,
      (reason: unknown) => reason,
    )
    t.true(error === null || error instanceof ServiceError, String((error as Error | null)?.stack))
  })
}

/** A hash of the rows of each table. */
async function fingerprints(): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    if (name in volatileTables) continue
    const { rows } = await pool.query<{ hash: string }>(
      `select coalesce(md5(string_agg(row_::text, '|' order by row_::text)), '') as hash from ${name} as row_`,
    )
    hashes[name] = rows[0]?.hash ?? ''
  }
  return hashes
}

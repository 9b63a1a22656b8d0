/** Downloads of results that begin before their file is stored. */
import test from 'ava'
import { strFromU8, unzipSync } from 'fflate'
import { getBackgroundOperationResult } from '../../../shared/background-operations/index.js'
import { exportWorkspace } from '../../../shared/exports/index.js'
import { hours } from '../../../shared/kernel/time.js'
import { testMember } from '../../support/callers.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const query = async (sql: string, values: unknown[]) => (await service.resources.database.pool.query(sql, values)).rows

/** A completed export of a workspace whose file is not stored yet, and the content of a download that `meanwhile` interrupts. */
async function download(meanwhile: (operation: { operationId: string; workspaceId: string }) => Promise<unknown>) {
  const owner = await testMember(service)
  const { id } = await exportWorkspace(await owner.scope())
  await runJobByName(service.resources, 'exports.export-workspace', { operationId: id })
  const { body } = await getBackgroundOperationResult(await owner.scope(), id)
  const chunks: Uint8Array[] = []
  for await (const chunk of body) {
    if (chunks.length === 0) await meanwhile({ operationId: id, workspaceId: owner.workspace.id })
    chunks.push(chunk as Uint8Array)
  }
  return { id, archive: Buffer.concat(chunks) }
}

test('a download is complete if its file is stored meanwhile', async (t) => {
  const { id, archive } = await download(() => runQueuedJobs(service.resources))
  t.deepEqual(JSON.parse(strFromU8(unzipSync(archive)['manifest.json'] as Uint8Array)).format, 'tributary-workspace')
  const [{ stored_file: stored }] = await query('select stored_file from background_operations where id = $1', [id])
  t.truthy(stored)
})

test('a download fails if its result is deleted meanwhile', async (t) => {
  const erase = async ({ workspaceId }: { workspaceId: string }) => {
    await runJobByName(service.resources, 'tracking.erase-customer', { workspaceId, customerId: 'cus_1', click: null })
    await runJobByName(service.resources, 'tracking.erase-customers')
  }
  await t.throwsAsync(download(erase), { message: /no result file/ })
})

test('the parts of a stored result are deleted when no download can read them', async (t) => {
  const { id } = await download(() => runQueuedJobs(service.resources))
  const parts = () => query('select part from background_operation_results where operation_id = $1', [id])
  t.true((await parts()).length > 0)
  await query(`update background_operations set finished_at = $2 where id = $1`, [id, new Date(Date.now() - hours(2))])
  await runJobByName(service.resources, 'background-operations.delete-expired')
  t.deepEqual(await parts(), [])
})

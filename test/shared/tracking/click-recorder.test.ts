import test from 'ava'
import { openClickRecorder, openSafePlace } from '../../../shared/tracking/index.js'
import { inTable } from '../../../shared/tracking/safe-place.js'
import { rawClick, spooledClicks, waitingClicks } from '../../support/clicks.js'
import { silent, testService, type TestService } from '../../support/service.js'
import { until } from '../../support/until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const open = (place = openSafePlace({ ...service.resources, log: silent })) =>
  openClickRecorder({ place, store: service.resources.store, dataDir: service.config.dataDir, log: silent })
const query = (sql: string) => service.resources.database.pool.query(sql)

test.serial('clicks are where a worker finds them before their visitors are answered', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  const recorder = await open()
  const clicks = Array.from({ length: 20 }, () => rawClick(link))
  await Promise.all(
    clicks.map(async (click) => {
      await new Promise<void>((safe) => recorder.record({ click, isPassedOn: false }, safe))
      t.true((await waitingClicks(service.resources)).some(({ id }) => id === click.id))
    }),
  )
  await recorder.close()
  t.is((await waitingClicks(service.resources)).length, 20)
})

test.serial('visitors are answered while the database is away; their clicks are on the disk, and then where they belong', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  await query('alter table waiting_click_batches rename to away')
  const recorder = await open(inTable(service.config, silent))
  const click = rawClick(link)
  await new Promise<void>((safe) => recorder.record({ click, isPassedOn: false }, safe))
  t.like((await spooledClicks(service.config)).at(-1), { id: click.id })
  await query('alter table away rename to waiting_click_batches')
  await until(async () => (await spooledClicks(service.config)).length === 0)
  t.true((await waitingClicks(service.resources)).some(({ id }) => id === click.id))
  await recorder.close()
})

/** Questions that no rollup answers, with columns and without; that they are right without, `exactness.test.ts` says. */
import test from 'ava'
import type { Grouping, Selection } from '../../../../shared/analytics/event-store.js'
import { openEventStore } from '../../../../shared/analytics/postgres/open-event-store.js'
import { hours, minutes } from '../../../../shared/kernel/time.js'
import { type Attribute, foldClicks, makeColumns } from '../../../../shared/tracking/index.js'
import { clickRow, forgetEvents, storeClicks } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

const begin = Date.UTC(2026, 4, 4)
const workspaceId = 'ws_1'
let service: TestService
test.before(async () => {
  service = await testService()
  await forgetEvents(pool(), new Date(begin))
  const clicks = Array.from({ length: 400 }, (_, at) =>
    clickRow({
      timestamp: new Date(begin + at * minutes(1.7)),
      workspace_id: workspaceId,
      link_id: `link_${at % 50}`,
      country: ['US', 'DE', 'FR'][at % 3],
      device: at % 4 ? 'Mobile' : 'Desktop',
      browser: ['Chrome', 'Firefox'][at % 2],
      referer: `site-${at % 5}.example`,
    }),
  )
  await storeClicks(pool(), clicks)
  await foldClicks({ pool: pool(), now: () => new Date(begin + hours(9)) }, { denseFrom: 1000, clicksPerChunk: 1000, clicksPerStep: 1000 })
  await makeColumns({ pool: pool(), now: () => new Date() }, { from: 3, inPart: 20 })
})
test.after.always(() => service.close())

const pool = () => service.resources.database.pool
const is = (attribute: Attribute, ...values: string[]) => ({ attribute, values, negated: false })
const isNot = (attribute: Attribute, ...values: string[]) => ({ attribute, values, negated: true })
const byHours = (first: number): Grouping => ({
  by: 'time',
  starts: Array.from({ length: 12 }, (_, at) => begin + minutes(first) + hours(at)),
})

const questions: Record<string, [Partial<Selection>, Grouping]> = {
  'the links of a country on phones': [
    { attributes: [is('country', 'US'), is('device', 'Mobile')] },
    { by: 'attributes', attributes: ['linkId'] },
  ],
  'how many of two countries came by neither of two sites': [
    { attributes: [is('country', 'US', 'DE'), isNot('referer', 'site-1.example', 'site-2.example')] },
    { by: 'nothing' },
  ],
  'hours of a site on phones': [{ attributes: [is('referer', 'site-3.example'), is('device', 'Mobile')] }, byHours(-60)],
  'hours that begin at half past': [{ attributes: [is('referer', 'site-3.example'), is('device', 'Mobile')] }, byHours(-30)],
  'a range that begins and ends within hours': [
    { from: begin + minutes(95), to: begin + minutes(400), attributes: [isNot('referer', 'site-1.example')] },
    { by: 'attributes', attributes: ['browser'] },
  ],
  'phones among few of the clicks, by their link': [
    { attributes: [is('linkId', 'link_7'), is('device', 'Mobile')] },
    { by: 'attributes', attributes: ['country'] },
  ],
  'phones among most of the clicks, by their links': [
    { attributes: [is('linkId', ...Array.from({ length: 40 }, (_, at) => `link_${at}`)), is('device', 'Mobile')] },
    { by: 'attributes', attributes: ['country'] },
  ],
  'a country and a site that there are not': [
    { attributes: [is('country', 'JP'), is('referer', 'nowhere.example')] },
    { by: 'attributes', attributes: ['browser'] },
  ],
}

for (const [name, [given, grouping]] of Object.entries(questions)) {
  test(`columns say the same as facts: ${name}`, async (t) => {
    const selection: Selection = { workspaceId, from: begin - minutes(30), to: begin + hours(12), attributes: [], links: [], ...given }
    const [byColumns, byFacts] = await Promise.all(
      [1, Infinity].map((from) => openEventStore(pool(), from).count(['clicks'], selection, grouping, 100)),
    )
    t.deepEqual(byColumns, byFacts)
    t.is(byFacts?.length === 0, name.endsWith('are not'))
  })
}

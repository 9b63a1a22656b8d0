import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import type { Workspace } from '../../../../shared/accounts/index.js'
import { hours } from '../../../../shared/kernel/time.js'
import type { ClickRow } from '../../../../shared/tracking/enrich-click.js'
import {
  begin,
  countByBruteForce,
  firstGroups,
  groupingOf,
  isSortedBySize,
  links,
  countsByKey,
  toClickRow,
  selectionOf,
  clickArbitrary,
  questionArbitrary,
  span,
} from '../../../support/brute-force-counts.js'
import { storesUnderTest } from '../../../support/event-stores.js'
import { clickRow } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
let workspaceIds: string[]
test.before(async () => {
  service = await testService()
  const workspaces = [await service.make.workspace(), await service.make.workspace()]
  workspaceIds = workspaces.map(({ id }) => id)
  for (const { id, domain, workspace } of links) await service.make.link(workspaces[workspace] as Workspace, { id, domain })
})
test.after.always(() => service.close())

for (const [name, openStore] of Object.entries(storesUnderTest))
  test.serial(`${name}: counts equal a brute-force count for any query, roll-up and late click`, async (t) => {
    const tested = await openStore(service)
    t.teardown(() => tested.close())
    const { store } = tested
    const property = fc.asyncProperty(
      fc.array(clickArbitrary, { minLength: 1, maxLength: 250, size: 'max' }),
      fc.array(fc.integer({ min: 0, max: span }), { minLength: 3, maxLength: 3 }),
      fc.array(questionArbitrary, { minLength: 30, maxLength: 30 }),
      async (clicks, rollUps, questions) => {
        await tested.reset(new Date(begin + hours(7)))
        const stored: ClickRow[] = []
        for (const [round, until] of rollUps.toSorted((a, b) => a - b).entries()) {
          const rows = clicks.filter((one) => one.round === round).map((one) => toClickRow(workspaceIds, one))
          await tested.storeClicks([
            ...rows,
            clickRow({ timestamp: new Date(begin + until), workspace_id: 'ws_other', link_id: 'link_other' }),
          ])
          stored.push(...rows)
          // Column segments are not rebuilt in the last round, so its late clicks are missing from them.
          await tested.settleClicks(new Date(begin + until), { segments: round < 2 })
          for (const question of questions.slice(round * 10, round * 10 + 10)) {
            const selection = { ...selectionOf(workspaceIds, question), unique: question.from % 5 === 0 }
            const grouping = groupingOf(question, selection)
            const groups = await store.count(['clicks'], selection, grouping, 5000)
            const counts = countsByKey(groups.filter(({ counts: { clicks: count } }) => count))
            const expected = countByBruteForce({ clicks: stored, leads: [], sales: [] }, ['clicks'], selection, grouping)
            deepStrictEqual({ counts, grouping, selection }, { counts: expected, grouping, selection })
            if (!isSortedBySize(grouping)) continue
            const first = (await store.count(['clicks'], selection, grouping, 2)).map(({ key }) => key.join(' | '))
            deepStrictEqual({ first, grouping, selection }, { first: firstGroups(expected, grouping, 2), grouping, selection })
          }
        }
      },
    )
    const { failed, seed, errorInstance } = await fc.check(property, {
      numRuns: Number(process.env.PROPERTY_RUNS ?? 4),
      endOnFailure: true,
    })
    t.false(failed, `seed ${seed}: ${(errorInstance as Error | null)?.stack}`)
  })

import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { openEventStore } from '../../../../shared/analytics/postgres/open-event-store.js'
import { hours } from '../../../../shared/kernel/time.js'
import type { ClickRow } from '../../../../shared/tracking/describe-click.js'
import { foldClicks, makeColumns } from '../../../../shared/tracking/index.js'
import {
  begin,
  countedByHand,
  firstGroups,
  groupingOf,
  hasLargestFirst,
  links,
  readable,
  rowOf,
  selectionOf,
  someClick,
  someQuestion,
  span,
} from '../../../support/counted-by-hand.js'
import { clickRow, forgetEvents, storeClicks } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test.serial('whatever is folded, late or asked, the answer is that of counting one by one', async (t) => {
  const { pool } = service.resources.database
  const store = openEventStore(pool, 3)
  const workspace = await service.make.workspace()
  for (const { id, domain } of links) await service.make.link(workspace, { id, domain })
  const property = fc.asyncProperty(
    fc.array(someClick, { minLength: 1, maxLength: 250, size: 'max' }),
    fc.array(fc.integer({ min: 0, max: span }), { minLength: 3, maxLength: 3 }),
    fc.array(someQuestion, { minLength: 30, maxLength: 30 }),
    async (clicks, folds, questions) => {
      await forgetEvents(pool, new Date(begin + hours(7)))
      const stored: ClickRow[] = []
      for (const [round, until] of folds.toSorted((a, b) => a - b).entries()) {
        const rows = clicks.filter((one) => one.round === round).map((one) => rowOf(workspace.id, one))
        await storeClicks(pool, [
          ...rows,
          clickRow({ timestamp: new Date(begin + until), workspace_id: 'ws_other', link_id: 'link_other' }),
        ])
        stored.push(...rows)
        await foldClicks({ pool, now: () => new Date(begin + until) }, { denseFrom: 4, clicksPerChunk: 20, clicksPerStep: 30 })
        // Hours with what comes late in the last round have columns that do not hold it.
        if (round < 2) await makeColumns({ pool, now: () => new Date() }, { from: 2, inPart: 16 })
        for (const question of questions.slice(round * 10, round * 10 + 10)) {
          const selection = { ...selectionOf(workspace.id, question), unique: question.from % 5 === 0 }
          const grouping = groupingOf(question, selection)
          const answer = await store.count(['clicks'], selection, grouping, 5000)
          const counts = readable(answer.filter(({ counts: { clicks: found } }) => found))
          const expected = countedByHand({ clicks: stored, leads: [], sales: [] }, ['clicks'], selection, grouping)
          deepStrictEqual({ counts, grouping, selection }, { counts: expected, grouping, selection })
          if (!hasLargestFirst(grouping)) continue
          const first = (await store.count(['clicks'], selection, grouping, 2)).map(({ key }) => key.join(' | '))
          deepStrictEqual({ first, grouping, selection }, { first: firstGroups(expected, grouping, 2), grouping, selection })
        }
      }
    },
  )
  const { failed, seed, errorInstance } = await fc.check(property, { numRuns: Number(process.env.PROPERTY_RUNS ?? 4), endOnFailure: true })
  t.false(failed, `seed ${seed}: ${(errorInstance as Error | null)?.stack}`)
})

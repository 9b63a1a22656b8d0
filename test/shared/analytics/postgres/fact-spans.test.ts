import test from 'ava'
import { factSpans } from '../../../../shared/analytics/postgres/workspace-buckets.queries.js'

test('neighbouring buckets of the same workspaces are scanned as one span, whatever their order', (t) => {
  const buckets = [
    { from: 4, to: 8 },
    { from: 0, to: 1 },
    { from: 1, to: 4 },
    { from: 8, to: 9 },
  ]
  t.deepEqual(factSpans(buckets, [[], [1, 2], [1, 2], [1, 2]]), [
    { from: 0, to: 4, workspaces: [1, 2] },
    { from: 8, to: 9, workspaces: [1, 2] },
  ])
  t.deepEqual(factSpans(buckets, [[1], [1, 2], [2], [1]]), [
    { from: 0, to: 1, workspaces: [1, 2] },
    { from: 1, to: 4, workspaces: [2] },
    { from: 4, to: 9, workspaces: [1] },
  ])
})

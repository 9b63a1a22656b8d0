import test from 'ava'
import { type MetadataQuery, metadataQuery } from '../../../shared/analytics/metadata-query.js'

const is = (path: string[], value: string) => ({ path, operator: '=' as const, value })
const cases: [string | undefined, MetadataQuery][] = [
  [undefined, []],
  ['  ', []],
  [`metadata['plan']:pro`, [[is(['plan'], 'pro')]]],
  [`metadata["plan"] = 'pro plus'`, [[is(['plan'], 'pro plus')]]],
  [`metadata[plan]:"it's"`, [[is(['plan'], "it's")]]],
  [`metadata['shop']['name']!=x`, [[{ path: ['shop', 'name'], operator: '!=', value: 'x' }]]],
  [`metadata['a.b']:1`, [[is(['a.b'], '1')]]],
  [`metadata['seats']>=05`, [[{ path: ['seats'], operator: '>=', value: '5' }]]],
  [`metadata['a']:1 AND metadata['b']:2 or metadata['c']:3`, [[is(['a'], '1'), is(['b'], '2')], [is(['c'], '3')]]],
  [`metadata['a']:rock and roll AND metadata['b']:2`, [[is(['a'], 'rock and roll'), is(['b'], '2')]]],
]
for (const [text, expected] of cases)
  test(`parses the metadata query ${JSON.stringify(text)}`, (t) => void t.deepEqual(metadataQuery(text), expected))

for (const text of [
  `metadata['seats']<many`,
  `metadata['seats']<''`,
  `nonsense AND metadata['b']:2`,
  `metadata['b']:2 OR metadata['a b']:1`,
  `metadata['a']:`,
  `plan:pro`,
])
  test(`refuses the metadata query ${JSON.stringify(text)}`, (t) =>
    void t.throws(() => metadataQuery(text), { message: /^query: the condition / }))

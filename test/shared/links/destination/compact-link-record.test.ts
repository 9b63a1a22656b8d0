import test from 'ava'
import { compactLinkRecord } from '../../../../shared/links/destination/compact-link-record.js'
import type { LinkRecord } from '../../../../shared/links/index.js'
import { linkRecord } from '../../../support/link-record.js'

const names = Object.keys(linkRecord()) as (keyof LinkRecord)[]

/** Not the usual value, whatever the type of the property. */
const unusual = Object.fromEntries(names.map((name) => [name, `unusual ${name}`])) as unknown as LinkRecord

for (const [what, record] of [
  ['usual', linkRecord()],
  ['unusual', unusual],
] as const)
  test(`a compact record has the ${what} values of the record`, (t) => {
    const compact = compactLinkRecord(record)
    t.deepEqual(
      names.map((name) => [name, compact[name]]),
      names.map((name) => [name, record[name]]),
    )
  })

test('records do not share unusual values', (t) => {
  compactLinkRecord(linkRecord({ ios: 'https://app.example' }))
  t.is(compactLinkRecord(linkRecord()).ios, null)
})

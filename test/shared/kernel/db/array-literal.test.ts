import test from 'ava'
import fc from 'fast-check'
import { arrayLiteral } from '../../../../shared/kernel/db/array-literal.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const stored = fc.string({ unit: 'grapheme' }).map((text) => text.toWellFormed().replaceAll('\0', ''))
const special = fc.constantFrom('', 'NULL', '"', '\\', '{}', ',', "'", '\\"', 'a\nb', ' ')

test('all texts are preserved', async (t) => {
  const { pool } = service.resources.database
  const property = fc.asyncProperty(fc.array(fc.oneof(stored, special)), async (texts) => {
    const { rows } = await pool.query('select $1::text[] as texts', [arrayLiteral(texts)])
    t.deepEqual(rows[0].texts, texts)
  })
  await fc.assert(property, { numRuns: 300 })
})

test('a text that the database does not support is rejected', async (t) => {
  await t.throwsAsync(service.resources.database.pool.query('select $1::text[]', [arrayLiteral(['a\0b'])]), { code: '22021' })
})

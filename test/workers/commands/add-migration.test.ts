import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { addMigration } from '../../../workers/commands/add-migration.js'

const list = `/** The list. */
export const migrations = [
  '20260101000000_kernel_outbox',
]

export const more = [
]
`

test('a new migration is a file and the last entry of the list', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'index.ts'), list)

  const path = await addMigration(folder, 'links', 'add_color', new Date('2027-03-04T05:06:07Z'))

  t.is(path, join(folder, '20270304050607_links_add_color.ts'))
  t.regex(await readFile(path, 'utf8'), /export class LinksAddColor extends Migration/)
  t.is(
    await readFile(join(folder, 'index.ts'), 'utf8'),
    `/** The list. */
export const migrations = [
  '20260101000000_kernel_outbox',
  '20270304050607_links_add_color',
]

export const more = [
]
`,
  )
})

test('an invalid name is refused with an example', async (t) => {
  await t.throwsAsync(addMigration('nowhere', 'Links', 'add color', new Date()), { message: /npm run migrate:new links add_color/ })
})

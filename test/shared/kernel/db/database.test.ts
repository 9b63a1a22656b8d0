import { randomBytes } from 'node:crypto'
import test from 'ava'
import { readConfig, requireDatabaseUrl } from '../../../../shared/kernel/config.js'
import { openDatabase } from '../../../../shared/kernel/db/database.js'
import { onServer, testDatabase } from '../../../support/database.js'

test('pool and ORM log in with a password of any characters', async (t) => {
  const database = await testDatabase()
  const role = `role_${randomBytes(4).toString('hex')}`
  const password = `p@ss:w/o?r#d %41+"é`
  await onServer(database.url, `create role ${role} login password '${password}'`)
  t.teardown(async () => {
    await database.drop()
    await onServer(process.env.TEST_DATABASE_URL as string, `drop role ${role}`)
  })
  const url = new URL(database.url)
  url.username = role
  url.password = ''
  const { pool, orm, close } = await openDatabase({
    url: requireDatabaseUrl(readConfig({ DATABASE_URL: url.href, DATABASE_PASSWORD: password })),
    entities: [],
  })
  t.deepEqual((await pool.query('select current_user as name')).rows, [{ name: role }])
  t.deepEqual(await orm.em.fork().execute('select current_user as name'), [{ name: role }])
  await close()
})

import { randomBytes } from 'node:crypto'
import test from 'ava'
import pg from 'pg'
import { ConfigError } from '../../../../shared/kernel/config.js'
import { openDatabase } from '../../../../shared/kernel/db/database.js'
import { describeServerSql, type ServerFacts, unsupportedReason } from '../../../../shared/kernel/db/supported-server.js'
import { onServer, withDatabase } from '../../../support/database.js'

const server = process.env.TEST_DATABASE_URL as string
const text = { version: '15.4', encoding: 'UTF8', provider: 'libc', collation: 'C' }
const facts: ServerFacts = { versionNumber: 150_004, isStandby: false, ...text }

const supported: Partial<ServerFacts>[] = [
  {},
  { collation: 'POSIX' },
  { collation: 'C.UTF-8' },
  { collation: 'C.utf8' },
  { versionNumber: 180_004, version: '18.4', provider: 'builtin', collation: 'C.UTF-8' },
]
for (const one of supported) {
  test(`a server with ${JSON.stringify(one)} is supported`, (t) => t.is(unsupportedReason({ ...facts, ...one }, 'links'), null))
}

const unsupported: [Partial<ServerFacts>, RegExp][] = [
  [{ versionNumber: 140_022, version: '14.22' }, /^the server is PostgreSQL 14\.22, but PostgreSQL 15 or later is required\.$/],
  [
    { collation: 'en_US.UTF-8' },
    /the libc collation en_US\.UTF-8, but UTF8 and C or C\.UTF-8 are required: create it with "create database links /,
  ],
  [{ provider: 'icu', collation: 'C' }, /the icu collation C, /],
  [{ encoding: 'SQL_ASCII' }, /the encoding SQL_ASCII and /],
  [{ isStandby: true }, /^the server is a standby, which cannot write: name its primary\.$/],
]
for (const [one, message] of unsupported) {
  test(`a server with ${JSON.stringify(one)} is refused`, (t) => {
    const reason = unsupportedReason({ ...facts, ...one }, 'links') ?? ''
    t.regex(reason, message)
    t.regex(reason, /^[^\n]+\.$/)
  })
}

async function openNewDatabase(settings: string) {
  const name = `test_locale_${randomBytes(4).toString('hex')}`
  await onServer(server, `create database ${name} template template0 encoding 'UTF8' ${settings}`)
  try {
    const database = await openDatabase({ url: withDatabase(server, name), entities: [] })
    await database.close()
  } finally {
    await onServer(server, `drop database ${name} with (force)`)
  }
}

test('a database with an ICU collation is refused at start, and the command of the message creates one that is accepted', async (t) => {
  const error = await t.throwsAsync(openNewDatabase(`locale_provider icu icu_locale 'en-US' locale 'C'`), { instanceOf: ConfigError })
  t.regex(error.message, /^DATABASE_URL: database test_locale_\w+ has the encoding UTF8 and the icu collation en-US, but /)
  const [, settings = ''] = /template template0 encoding 'UTF8' ([^"]+)"/.exec(error.message) ?? []
  await t.notThrowsAsync(openNewDatabase(settings))
})

test('the facts of the running server are complete', async (t) => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query<ServerFacts>(describeServerSql)
  await client.end()
  t.is(unsupportedReason(rows[0] as ServerFacts, 'links'), null)
  for (const name of Object.keys(facts)) t.is(typeof rows[0]?.[name as keyof ServerFacts], typeof facts[name as keyof ServerFacts], name)
})

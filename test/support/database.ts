/** Creates a database per test file by cloning the migrated template of the test runner. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Requires `TEST_DATABASE_URL` (a server on which databases can be created) and `TEST_DATABASE_TEMPLATE`, set by the runner. */
export async function testDatabase(): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: template } = process.env
  if (!server || !template) throw new Error('Run the tests with `npm test`, which creates the template database.')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  return { url: withDatabase(server, name), drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

/** The URL of another database on the same server. */
export function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

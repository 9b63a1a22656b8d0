/** A database of its own for a test file: a clone of the migrated template that the test runner made. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** Needs `TEST_DATABASE_URL` (a server where databases may be made) and `TEST_DATABASE_TEMPLATE`; the runner sets both. */
export async function testDatabase(): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: template } = process.env
  if (!server || !template) throw new Error('Start the tests with `npm test`: it makes the database that they clone.')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name} template ${template}`)
  return { url: withDatabase(server, name), drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

/** The address of another database of the same server. */
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

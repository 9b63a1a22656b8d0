/** A PostgreSQL with pgvector, which the embedded one lacks: the tables of memories in a database that lives in the test's own process. */
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import type { Migration } from '@mikro-orm/migrations'
import pg from 'pg'
import { loadMigration, migrations } from '../../migrations/index.js'

export interface VectorDatabase {
  pool: pg.Pool
  close(): Promise<void>
}

/** It takes one connection only. */
export async function vectorDatabase(): Promise<VectorDatabase> {
  const database = await PGlite.create({ extensions: { vector, pg_trgm, btree_gin } })
  await database.exec('create table workspaces (id text primary key)')
  for (const name of migrations.filter((one) => one.includes('_memories_'))) {
    const { class: Step } = await loadMigration(name)
    await database.exec(statementsOf(Step).join(';\n'))
  }
  const pool = new pg.Pool(createPgConfig(database))
  return {
    pool,
    async close() {
      await pool.end()
      await database.close()
    },
  }
}

// A migration of ours only collects statements: it needs neither driver nor settings.
function statementsOf(Step: new (driver: never, config: never) => Migration): string[] {
  const step = new Step(undefined as never, undefined as never)
  void step.up()
  return step.getQueries().map(String)
}

/** An in-process PostgreSQL with pgvector, which the embedded server lacks, and the memory tables. */
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

/** Supports a single connection. */
export async function vectorDatabase(): Promise<VectorDatabase> {
  const database = await PGlite.create({ extensions: { vector, pg_trgm, btree_gin } })
  await database.exec('create table workspaces (id text primary key)')
  for (const name of migrations.filter((one) => one.includes('_memories_'))) {
    const { class: MigrationClass } = await loadMigration(name)
    await database.exec(statementsOf(MigrationClass).join(';\n'))
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

// Migrations only collect statements, so they need neither a driver nor settings.
function statementsOf(MigrationClass: new (driver: never, config: never) => Migration): string[] {
  const migration = new MigrationClass(undefined as never, undefined as never)
  void migration.up()
  return migration.getQueries().map(String)
}

import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { ConfigError } from './config.js'
import type { RegisteredKey } from './encryption-keys.js'

const undefinedTable = '42P01'
const selectSql = 'select id, check_value as "checkValue" from encryption_keys order by created_at'

/** All registered keys, oldest first. Throws `ConfigError` when the database has no tables yet. */
export async function findEncryptionKeys(pool: pg.Pool): Promise<RegisteredKey[]> {
  try {
    return (await pool.query<RegisteredKey>(selectSql)).rows
  } catch (error) {
    if ((error as { code?: string }).code !== undefinedTable) throw error
    throw new ConfigError('DATABASE_URL: the database is not up to date: run `npm run migrate`.')
  }
}

export const findEncryptionKeysIn = (em: EntityManager): Promise<RegisteredKey[]> => em.execute(selectSql)

export async function registerEncryptionKey(em: EntityManager, { id, checkValue }: RegisteredKey, now: Date): Promise<void> {
  await em.execute('insert into encryption_keys (id, check_value, created_at) values (?, ?, ?) on conflict do nothing', [
    id,
    checkValue,
    now,
  ])
}

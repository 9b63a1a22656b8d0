import type { Database } from '../../shared/kernel/db/database.js'

export interface HasId {
  id: string
}

/** Stores a row of an entity in a transaction of its own. */
export const rowStore =
  (database: Database) =>
  async <Row extends object>(entity: unknown, row: object): Promise<Row> => {
    const em = database.orm.em.fork()
    const entityRow = em.create(entity as new () => Row, row as never)
    await em.persistAndFlush(entityRow)
    return entityRow
  }

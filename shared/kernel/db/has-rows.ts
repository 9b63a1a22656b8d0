import type { Scope } from '../scope.js'

/** Returns a function that tells whether a table has rows. `condition` may refer to the present time as `$1`. */
export const hasRows =
  (table: string, condition?: string) =>
  async ({ pool, now }: Pick<Scope, 'pool' | 'now'>): Promise<boolean> => {
    const { rowCount } = await pool.query(`select from ${table} ${condition ? `where ${condition}` : ''} limit 1`, condition ? [now()] : [])
    return rowCount === 1
  }

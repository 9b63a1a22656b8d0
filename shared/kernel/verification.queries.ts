import type pg from 'pg'

export async function latestVerification(pool: pg.Pool): Promise<{ differences: number; finishedAt: Date } | null> {
  const { rows } = await pool.query<{ differences: number; finishedAt: Date }>('select differences, finished_at as "finishedAt" from verification_reports order by id desc limit 1')
  return rows[0] ?? null
}

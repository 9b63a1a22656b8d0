import type pg from 'pg'

export async function findAllowedHosts(pool: pg.Pool, workspaceId: string): Promise<string[] | null> {
  const { rows } = await pool.query<{ hosts: string[] | null }>('select allowed_hostnames as hosts from workspaces where id = $1', [
    workspaceId,
  ])
  return rows[0]?.hosts ?? null
}

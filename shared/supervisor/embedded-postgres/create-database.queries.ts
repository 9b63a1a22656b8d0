import pg from 'pg'

/** Creates the database that the URL names unless it exists. Runs at every start, because the first start may have been interrupted. */
export async function createDatabase(url: string): Promise<void> {
  const maintenanceUrl = new URL(url)
  const name = maintenanceUrl.pathname.slice(1)
  maintenanceUrl.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenanceUrl.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}

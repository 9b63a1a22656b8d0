/** SQL that replaces the indexes of clicks and their facts by link and time by indexes by link. */
import type pg from 'pg'

type Client = Pick<pg.ClientBase, 'query'>

/** Tries to become the only session that replaces the indexes. The lock is held until it is released or the connection ends. */
export async function tryLockLinkIndex(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(hashtext('replace_link_index')) as locked`)
  return rows[0]?.locked ?? false
}

export const unlockLinkIndex = (client: Client) => client.query(`select pg_advisory_unlock(hashtext('replace_link_index'))`)

/** Tables that had an index by link and time. */
export const tablesByLink = ['click_events', 'click_facts'] as const
type Table = (typeof tablesByLink)[number]

/** Names of the partitions of the table without the new index. */
export async function listUnindexedPartitions(client: Client, table: Table): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_inherits as part join pg_class on pg_class.oid = part.inhrelid
     where part.inhparent = $1::regclass and not exists (
       select from pg_inherits as attached join pg_index on indexrelid = attached.inhrelid
       where attached.inhparent = ($1 || '_of_link')::regclass and indrelid = part.inhrelid
     ) order by relname`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Builds the index of a partition while clicks are written. One that an interrupted run left behind is built again. */
export async function indexPartition(client: Client, table: Table, partition: string): Promise<void> {
  const name = `${partition}_of_link`
  await client.query(`drop index concurrently if exists ${name}`)
  await client.query(`create index concurrently ${name} on ${partition} (link)`)
  await client.query(`alter index ${table}_of_link attach partition ${name}`)
}

/** Drops the former index once every partition has the new one. Waits for running queries for two seconds at most, then fails. */
export async function dropFormerLinkIndex(client: Client, table: Table): Promise<void> {
  await client.query(`
    do $$ begin
      if (select indisvalid from pg_index where indexrelid = '${table}_of_link'::regclass) then
        set local lock_timeout = '2s';
        drop index if exists ${table}_link;
      end if;
    end $$`)
}

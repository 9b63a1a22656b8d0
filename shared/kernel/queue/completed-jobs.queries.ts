/** SQL of the ids of jobs that are done, so that a job that is delivered again does nothing. */
import type { EntityManager } from '@mikro-orm/postgresql'

/** Notes that a job is done, in its transaction. Returns false if another transaction did so before; waits for one that is about to. */
export async function noteCompletedJob(em: EntityManager, id: string, now: Date): Promise<boolean> {
  const rows = await em.execute('insert into completed_jobs (id, at) values (?, ?) on conflict do nothing returning 1', [id, now])
  return rows.length > 0
}

export async function isCompletedJob(em: EntityManager, id: string): Promise<boolean> {
  return (await em.execute('select 1 from completed_jobs where id = ?', [id])).length > 0
}

/** Ids of the jobs of the outbox that are done. */
import { Migration } from '@mikro-orm/migrations'

export class CompletedJobs extends Migration {
  override up(): void {
    this.addSql(`create table completed_jobs (id text primary key, at timestamptz not null)`)
    this.addSql(`create index completed_jobs_at on completed_jobs using brin (at)`)
  }
}

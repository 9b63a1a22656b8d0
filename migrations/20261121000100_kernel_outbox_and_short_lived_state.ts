// The outbox, the short-lived store's table and the rate limiters' table.
import { Migration } from '@mikro-orm/migrations'

export class KernelOutboxAndShortLivedState extends Migration {
  override up(): void {
    this.addSql(`
      create table outbox (
        id text primary key,
        kind text not null check (kind in ('job', 'event')),
        name text not null,
        payload jsonb not null,
        workspace_id text,
        created_at timestamptz not null default now()
      )`)
    this.addSql(`
      create unlogged table short_lived (
        key text primary key,
        value text not null,
        expires_at timestamptz not null
      )`)
    this.addSql(`create index short_lived_expires_at on short_lived (expires_at)`)
    // The shape that rate-limiter-flexible expects of a PostgreSQL table.
    this.addSql(`
      create unlogged table rate_limits (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      )`)
    this.addSql(`create index rate_limits_expire on rate_limits (expire)`)
  }
}

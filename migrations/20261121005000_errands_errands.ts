// Work that callers asked for and can watch. What comes in and what goes out lies in pieces, so that nobody has to hold it whole.
import { Migration } from '@mikro-orm/migrations'

export class ErrandsErrands extends Migration {
  override up(): void {
    this.addSql(`
      create table errands (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        user_id text references users on delete set null,
        type text not null,
        permission text not null,
        state text not null check (state in ('receiving', 'waiting', 'active', 'completed', 'failed', 'canceled')),
        payload jsonb not null default '{}',
        cursor text,
        total integer,
        done integer not null default 0,
        failed integer not null default 0,
        error text,
        result_type text,
        result_name text,
        created_at timestamptz not null,
        started_at timestamptz,
        finished_at timestamptz
      )`)
    this.addSql(`create index errands_workspace_id on errands (workspace_id, id desc)`)
    this.addSql(`create index errands_user_id on errands (user_id)`)
    this.addSql(`create index errands_created_at on errands (created_at)`)
    this.addSql(`
      create table errand_parts (
        errand_id text not null references errands on delete cascade,
        first integer not null,
        elements text not null,
        primary key (errand_id, first)
      )`)
    // Read once and deleted: compressing it would cost more than it saves.
    this.addSql(`alter table errand_parts alter column elements set storage external`)
    this.addSql(`
      create table errand_errors (
        errand_id text not null references errands on delete cascade,
        index integer not null,
        element text,
        error text not null,
        code text not null,
        primary key (errand_id, index)
      )`)
    this.addSql(`
      create table errand_results (
        errand_id text not null references errands on delete cascade,
        part integer not null,
        body text not null,
        primary key (errand_id, part)
      )`)
  }
}

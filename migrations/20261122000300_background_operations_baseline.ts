// Operations that clients start and watch. Input and output are stored in parts, so that no process holds all of it in memory.
import { Migration } from '@mikro-orm/migrations'

export class BackgroundOperationsBaseline extends Migration {
  override up(): void {
    // granted_permissions are those of the credential that started the operation, which may be fewer than its user has.
    // stored_file is the result in the file store, which replaces its parts; reported_at is when its address was sent by email.
    // contains_personal_data marks operations whose input or result may identify customers: they are deleted together with a customer.
    this.addSql(`
      create table background_operations (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        user_id text references users on delete set null,
        type text not null,
        permission text not null,
        granted_permissions text[] not null,
        state text not null check (state in ('receiving', 'waiting', 'active', 'completed', 'failed', 'canceled')),
        payload jsonb not null default '{}',
        cursor text,
        total integer,
        done integer not null default 0,
        failed integer not null default 0,
        error text,
        result_type text,
        result_name text,
        stored_file text,
        reported_at timestamptz,
        contains_personal_data boolean not null default false,
        created_at timestamptz not null,
        started_at timestamptz,
        finished_at timestamptz
      )`)
    this.addSql(`create index background_operations_workspace_id on background_operations (workspace_id, id desc)`)
    this.addSql(`create index background_operations_user_id on background_operations (user_id)`)
    this.addSql(`create index background_operations_created_at on background_operations (created_at)`)

    // Each part is read once and then deleted: compressing it would cost more than it saves.
    this.addSql(`
      create table background_operation_parts (
        operation_id text not null references background_operations on delete cascade,
        first integer not null,
        elements text not null,
        primary key (operation_id, first)
      )`)
    this.addSql(`alter table background_operation_parts alter column elements set storage external`)

    this.addSql(`
      create table background_operation_errors (
        operation_id text not null references background_operations on delete cascade,
        index integer not null,
        element text,
        error text not null,
        code text not null,
        primary key (operation_id, index)
      )`)

    this.addSql(`
      create table background_operation_results (
        operation_id text not null references background_operations on delete cascade,
        part integer not null,
        body text not null,
        primary key (operation_id, part)
      )`)
  }
}

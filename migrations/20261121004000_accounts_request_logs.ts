// What was asked of a workspace and what was answered, for the people who build against it.
import { Migration } from '@mikro-orm/migrations'

export class AccountsRequestLogs extends Migration {
  override up(): void {
    // No reference to workspaces or tokens: rows are written after the answer, when either may be gone.
    this.addSql(`
      create table request_logs (
        id text primary key,
        workspace_id text not null,
        request_id text not null,
        at timestamptz not null,
        expires_at timestamptz not null,
        type text not null check (type in ('api', 'webhook')),
        method text not null,
        path text not null,
        route_pattern text not null,
        status_code integer not null,
        duration integer not null,
        user_agent text,
        query_params text,
        request_body text,
        response_body text,
        token_id text,
        user_id text
      )`)
    this.addSql(`create index request_logs_of_workspace on request_logs (workspace_id, at desc, id desc)`)
    this.addSql(`create index request_logs_expires_at on request_logs (expires_at)`)
  }
}

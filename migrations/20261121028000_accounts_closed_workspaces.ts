// Which workspaces were deleted: nobody gets in from that moment on, and a job deletes what they hold. Until now their events, and all that
// was added up of them, stayed.
import { Migration } from '@mikro-orm/migrations'

const isGone = 'not exists (select from workspaces where id = workspace_id)'

export class AccountsClosedWorkspaces extends Migration {
  override up(): void {
    this.addSql(`create table closed_workspaces (workspace_id text primary key, closed_at timestamptz not null)`)
    this.addSql(`insert into closed_workspaces select id, updated_at from workspaces where slug = 'deleted-' || lower(id)`)
    for (const table of ['rollup_workspaces', 'excluded_requests', 'unfolded_conversions']) {
      this.addSql(
        `insert into closed_workspaces select distinct workspace_id, now() from ${table} where workspace_id <> '' and ${isGone} on conflict do nothing`,
      )
    }
    // The others that a workspace may have many of can be found by it already.
    this.addSql(`create index sale_refunds_workspace_id on sale_refunds (workspace_id)`)
  }
}

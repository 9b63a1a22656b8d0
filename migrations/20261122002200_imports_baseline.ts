/** Tables of the imports domain. */
import { Migration } from '@mikro-orm/migrations'

export class ImportsBaseline extends Migration {
  override up(): void {
    // credential is sealed, and removed when the import ends.
    this.addSql(`
      create table imports (
        id text primary key,
        workspace_id text not null references workspaces on delete cascade,
        user_id text references users on delete set null,
        provider text not null,
        dry_run boolean not null,
        operation_id text,
        credential text,
        created_at timestamptz not null,
        finished_at timestamptz,
        undone_at timestamptz
      )`)
    this.addSql(`create index imports_workspace_id on imports (workspace_id, id)`)
    this.addSql(`create index imports_user_id on imports (user_id)`)
    // opening_clicks is what the source had counted; tracked clicks are counted apart from it.
    this.addSql(`
      create table imported_links (
        link_id text primary key references links on delete cascade,
        import_id text not null references imports on delete cascade,
        opening_clicks bigint not null,
        source_created_at timestamptz
      )`)
    this.addSql(`create index imported_links_import_id on imported_links (import_id, link_id)`)
    // What the ids of the source are here. Objects that existed before are not new: an undo leaves them.
    this.addSql(`
      create table imported_objects (
        import_id text not null references imports on delete cascade,
        kind text not null,
        source_id text not null,
        object_id text not null,
        is_new boolean not null,
        primary key (import_id, kind, source_id)
      )`)
  }
}

// The log of what operators changed. Users and what they changed may be deleted; the entries stay.
import { Migration } from '@mikro-orm/migrations'

export class AdministrationBaseline extends Migration {
  override up(): void {
    this.addSql(`
      create table admin_audit_entries (
        id text primary key,
        operation text not null,
        path text not null,
        user_id text,
        email text,
        role text not null,
        address text not null,
        input jsonb not null,
        created_at timestamptz not null
      )`)
    this.addSql(`create index admin_audit_entries_operation on admin_audit_entries (operation, id desc)`)
    this.addSql(`create index admin_audit_entries_user on admin_audit_entries (user_id, id desc)`)
  }
}

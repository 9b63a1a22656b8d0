/** Tables of the exports domain. */
import { Migration } from '@mikro-orm/migrations'

export class ExportsBaseline extends Migration {
  override up(): void {
    // Partners of an archive who exist here under another id, because partners belong to no workspace. partner_id is the id in the archive;
    // existing_id is null if that id belongs to another partner here.
    this.addSql(`
      create table archived_partners (
        operation_id text not null references background_operations on delete cascade,
        partner_id text not null,
        existing_id text,
        primary key (operation_id, partner_id)
      )`)
  }
}

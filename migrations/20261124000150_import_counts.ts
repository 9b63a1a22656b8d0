/** Counts of imports by kind of object. */
import { Migration } from '@mikro-orm/migrations'

export class ImportCounts extends Migration {
  override up(): void {
    // By kind of object: what the import created, found here already, and refused.
    this.addSql(`alter table imports add column counts jsonb not null default '{}'`)
  }
}

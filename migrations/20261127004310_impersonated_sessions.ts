/** Sessions that operators opened as a user are shorter and marked. */
import { Migration } from '@mikro-orm/migrations'

export class ImpersonatedSessions extends Migration {
  override up(): void {
    this.addSql('alter table sessions add column is_impersonated boolean not null default false')
  }
}

// What a member said about notifications; what was not said has its default.
import { Migration } from '@mikro-orm/migrations'

export class AccountsNotificationPreferences extends Migration {
  override up(): void {
    this.addSql(`alter table members add column notification_preferences jsonb not null default '{}'`)
  }
}

/** A default link whose discount code was deleted gets no other code of the same discount by itself. */
import { Migration } from '@mikro-orm/migrations'

export class DeletedDiscountCodes extends Migration {
  override up(): void {
    this.addSql('alter table partner_default_links add column deleted_code_discount_id text')
  }
}

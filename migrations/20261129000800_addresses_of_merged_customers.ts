/** The email addresses of merged customers, so that a deletion erases them too. */
import { Migration } from '@mikro-orm/migrations'

export class AddressesOfMergedCustomers extends Migration {
  override up(): void {
    // Null for aliases by external id, and for earlier merges.
    this.addSql('alter table customer_aliases add email text')
  }
}

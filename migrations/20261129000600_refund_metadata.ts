/** The metadata of refunds apart from those of their sale. */
import { Migration } from '@mikro-orm/migrations'

export class RefundMetadata extends Migration {
  override up(): void {
    // What was sent with the refund. Null in earlier entries without a name that the sale has too: there it is what the sale lacks.
    this.addSql('alter table sale_events add refund_metadata jsonb')
  }
}

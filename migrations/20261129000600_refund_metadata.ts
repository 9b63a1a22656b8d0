/** The metadata of refunds apart from those of their sale. */
import { Migration } from '@mikro-orm/migrations'

export class RefundMetadata extends Migration {
  override up(): void {
    // What was sent with the refund. Null in earlier entries without a name that the sale has too: there it is what the sale lacks.
    this.addSql('alter table sale_events add refund_metadata jsonb')
    // Earlier entries replaced values of the sale, so that filters by metadata deducted them elsewhere.
    this.addSql(`
      update sale_events refund set metadata = refund.metadata || sale.metadata, refund_metadata =
        (select jsonb_object_agg(key, value) from jsonb_each(refund.metadata) where value is distinct from sale.metadata -> key)
      from sale_events sale
      where refund.refund_of is not null and sale.id = refund.refund_of and sale.workspace_id = refund.workspace_id
        and jsonb_typeof(refund.metadata) = 'object' and jsonb_typeof(sale.metadata) = 'object'
        and refund.metadata <> refund.metadata || sale.metadata`)
  }
}

/** Gives earlier refunds the metadata of their sale. Not with the new column, which would lock the table as long as this takes. */
import { Migration } from '@mikro-orm/migrations'

export class MetadataOfEarlierRefunds extends Migration {
  override up(): void {
    // They replaced values of the sale, so that filters by metadata deducted them elsewhere. Entries that have it are not changed.
    this.addSql(`
      update sale_events refund set metadata = refund.metadata || sale.metadata, refund_metadata =
        (select jsonb_object_agg(key, value) from jsonb_each(refund.metadata) where value is distinct from sale.metadata -> key)
      from sale_events sale
      where refund.refund_of is not null and sale.id = refund.refund_of and sale.workspace_id = refund.workspace_id
        and jsonb_typeof(refund.metadata) = 'object' and jsonb_typeof(sale.metadata) = 'object'
        and refund.refund_metadata is null and refund.metadata <> refund.metadata || sale.metadata`)
  }
}

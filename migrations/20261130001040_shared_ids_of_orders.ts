/** Orders of WooCommerce that were counted before they had an id that all connections to their shop share. */
import { Migration } from '@mikro-orm/migrations'

export class SharedIdsOfOrders extends Migration {
  override up(): void {
    // A connection names its shop in the headers of its deliveries only. Of several connections, the first that counted an order keeps it.
    this.addSql(`
      insert into integration_sales (workspace_id, provider, reference, sale, created_at)
      select sale.workspace_id, sale.provider, shop.name || ' ' || substr(sale.reference, length(connection.id) + 2), sale.sale, sale.created_at
      from integration_connections connection
      join lateral (
        select lower(regexp_replace(headers ->> 'x-wc-webhook-source', '^https?://|/$', '', 'g')) as name from integration_deliveries
        where connection_id = connection.id and headers ->> 'x-wc-webhook-source' <> '' order by id desc limit 1
      ) shop on length(shop.name) between 1 and 200
      join integration_sales sale on sale.workspace_id = connection.workspace_id and sale.provider = 'woocommerce'
        and sale.reference = sale.sale and starts_with(sale.reference, connection.id || '_')
      where connection.provider = 'woocommerce'
      order by sale.attributed desc nulls last, sale.created_at
      on conflict do nothing`)
  }
}

import { defineEntity, type EntityManager, type InferEntity, p, type PrimaryKeyProp } from '@mikro-orm/postgresql'

export const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string(),
    /** The caller's own id, unique in the workspace. */
    externalId: p.string(),
    name: p.string().nullable(),
    email: p.string().nullable(),
    avatar: p.string().nullable(),
    stripeCustomerId: p.string().nullable(),
    country: p.string().nullable(),
    /** The first click that is known of the customer, and its link. */
    linkId: p.string().nullable(),
    clickId: p.string().nullable(),
    clickedAt: p.datetime().nullable(),
    programId: p.string().nullable(),
    partnerId: p.string().nullable(),
    sales: p.bigint('number').default(0),
    /** Cents. */
    saleAmount: p.bigint('number').default(0),
    firstSaleAt: p.datetime().nullable(),
    subscriptionCanceledAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** As it lies in the table: every column is there, be it null. */
export type Customer = Complete<Omit<InferEntity<typeof Customer>, typeof PrimaryKeyProp>>
type Complete<Row> = { [Column in keyof Row]-?: Exclude<Row[Column], undefined> }

/** A row of the table, known to the entity manager from then on. */
export const customerOfRow = (em: EntityManager, row: object) => em.map(Customer, row) as Customer

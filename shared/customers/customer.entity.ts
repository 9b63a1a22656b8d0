import { defineEntity, type EntityManager, type InferEntity, p, type PrimaryKeyProp } from '@mikro-orm/postgresql'

export const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string(),
    /** Id assigned by the API caller, unique in the workspace. */
    externalId: p.string(),
    name: p.string().nullable(),
    email: p.string().nullable(),
    avatar: p.string().nullable(),
    stripeCustomerId: p.string().nullable(),
    country: p.string().nullable(),
    /** First known click of the customer, and its link. */
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

/** A complete row: every column is present, possibly null. */
export type Customer = Complete<Omit<InferEntity<typeof Customer>, typeof PrimaryKeyProp>>
type Complete<Row> = { [Column in keyof Row]-?: Exclude<Row[Column], undefined> }

/** Maps a table row to an entity managed by `em`. */
export const customerFromRow = (em: EntityManager, row: object) => em.map(Customer, row) as Customer

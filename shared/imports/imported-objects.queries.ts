/** SQL of what the ids of a source are here. */
import type { WorkspaceScope } from '../accounts/index.js'
import { arrayLiteral } from '../kernel/db/array-literal.js'
import { executeBound } from '../kernel/db/execute-bound.js'
import type { Scope } from '../kernel/scope.js'
import type { ImportKind } from './import-kinds.js'

export interface ImportedObject {
  sourceId: string
  objectId: string
  /** Whether the import created it. */
  isNew: boolean
}

export async function insertImportedObjects(
  { em }: Scope,
  importId: string,
  kind: ImportKind,
  objects: readonly ImportedObject[],
): Promise<void> {
  if (objects.length === 0) return
  await executeBound(
    em,
    `insert into imported_objects (import_id, kind, source_id, object_id, is_new)
     select ?, ?, "sourceId", "objectId", "isNew" from jsonb_to_recordset(?::jsonb)
       as input ("sourceId" text, "objectId" text, "isNew" boolean) on conflict do nothing`,
    [importId, kind, JSON.stringify(objects)],
  )
}

/** Ids of imported objects by their id in the source. */
export async function importedObjectIds(
  { em }: Scope,
  importId: string,
  kind: ImportKind,
  sourceIds: readonly string[],
): Promise<Map<string, string>> {
  if (sourceIds.length === 0) return new Map()
  const rows: { sourceId: string; objectId: string }[] = await em.execute(
    `select source_id as "sourceId", object_id as "objectId" from imported_objects
     where import_id = ? and kind = ? and source_id = any (?::text[])`,
    [importId, kind, arrayLiteral(sourceIds)],
  )
  return new Map(rows.map(({ sourceId, objectId }) => [sourceId, objectId]))
}

/** Objects that the import created, after one of them, in the order of the ids of the source. */
export async function createdObjects(
  { em }: Scope,
  importId: string,
  kind: ImportKind,
  after: string,
  size: number,
): Promise<Pick<ImportedObject, 'sourceId' | 'objectId'>[]> {
  return em.execute(
    `select source_id as "sourceId", object_id as "objectId" from imported_objects
     where import_id = ? and kind = ? and is_new and source_id > ? order by source_id limit ?`,
    [importId, kind, after, size],
  )
}

export async function deleteImportedObjects(
  { em }: Scope,
  importId: string,
  kind: ImportKind,
  sourceIds: readonly string[],
): Promise<void> {
  await em.execute('delete from imported_objects where import_id = ? and kind = ? and source_id = any (?::text[])', [
    importId,
    kind,
    arrayLiteral(sourceIds),
  ])
}

/** Id of the object of the workspace with this name, regardless of case. */
export async function objectByName({ em, workspace }: WorkspaceScope, table: 'tags' | 'folders', name: string): Promise<string | null> {
  const rows: { id: string }[] = await em.execute(`select id from ${table} where workspace_id = ? and lower(name) = lower(?) limit 1`, [
    workspace.id,
    name,
  ])
  return rows[0]?.id ?? null
}

/** Id of the domain, if links of the workspace may use it. */
export async function domainBySlug({ em, workspace }: WorkspaceScope, slug: string): Promise<string | null> {
  const rows: { id: string }[] = await em.execute(
    'select id from domains where slug = ? and (workspace_id = ? or workspace_id is null) and deleted_at is null',
    [slug, workspace.id],
  )
  return rows[0]?.id ?? null
}

export async function groupBySlug({ em }: Scope, programId: string, slug: string): Promise<string | null> {
  const rows: { id: string }[] = await em.execute('select id from partner_groups where program_id = ? and slug = ?', [programId, slug])
  return rows[0]?.id ?? null
}

/** Ids of groups by the lower case of these texts, each of which is the slug of a group or, regardless of case, its name. */
export async function groupsByName({ em }: Scope, programId: string, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows: { name: string; id: string }[] = await em.execute(
    `select distinct on (wanted.name) wanted.name, g.id from unnest(?::text[]) as wanted (name)
     join partner_groups g on g.program_id = ? and (g.slug = wanted.name or lower(g.name) = wanted.name)
     order by wanted.name, g.slug = wanted.name desc`,
    [arrayLiteral([...new Set(names.map((name) => name.toLowerCase()))]), programId],
  )
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** Whether the default group of the program has a discount. */
export async function hasDefaultDiscount({ em }: Scope, programId: string): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from programs join partner_groups on partner_groups.id = default_group_id where programs.id = ? and discount_id is not null`,
    [programId],
  )
  return rows.length > 0
}

export interface CustomerWithoutStripeId {
  id: string
  sourceId: string
  email: string
}

/** Customers that the import created, with an email address and without an id of Stripe, in the order of their ids in the source. */
export async function customersWithoutStripeId(
  { pool }: Pick<Scope, 'pool'>,
  importId: string,
  after: string,
  size: number,
): Promise<CustomerWithoutStripeId[]> {
  const { rows } = await pool.query<CustomerWithoutStripeId>(
    `select customers.id, source_id as "sourceId", email from imported_objects join customers on customers.id = object_id
     where import_id = $1 and kind = 'customer' and is_new and source_id > $2 and stripe_customer_id is null and email is not null
     order by source_id limit $3`,
    [importId, after, size],
  )
  return rows
}

export async function customersOfCommissions({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select distinct customer_id as id from commissions join programs on programs.id = program_id
     where programs.workspace_id = ? and commissions.id = any (?::text[])`,
    [workspace.id, arrayLiteral(ids)],
  )
  return rows.map(({ id }) => id)
}

export interface CustomerIdentity {
  externalId: string
  stripeCustomerId: string | undefined
  /** If it is the only identifier. */
  email?: string | undefined
}

/** Ids of customers with one of the identifiers, in the order of the identities; null for unknown ones. */
export async function knownCustomers(
  { em, workspace }: WorkspaceScope,
  identities: readonly CustomerIdentity[],
): Promise<(string | null)[]> {
  const rows = await executeBound<{ id: string | null }>(
    em,
    `select coalesce(
       (select id from customers c where c.workspace_id = ? and c.external_id = wanted."externalId"),
       (select id from customers c where c.workspace_id = ? and c.stripe_customer_id = wanted."stripeCustomerId" limit 1),
       (select id from customers c where c.workspace_id = ? and lower(c.email) = lower(wanted.email) order by id desc limit 1)) as id
     from rows from (jsonb_to_recordset(?::jsonb) as ("externalId" text, "stripeCustomerId" text, email text))
       with ordinality as wanted ("externalId", "stripeCustomerId", email, number) order by number`,
    [workspace.id, workspace.id, workspace.id, JSON.stringify(identities)],
  )
  return rows.map(({ id }) => id)
}

export interface OwnedLink {
  id: string
  partnerId: string | null
}

/** The links of the workspace with these compared keys, by that key, with their partners. */
export async function ownedLinks(
  { em, workspace }: WorkspaceScope,
  domain: string,
  lookupKeys: readonly string[],
): Promise<Map<string, OwnedLink>> {
  const rows: (OwnedLink & { lookupKey: string })[] = await em.execute(
    `select lookup_key as "lookupKey", id, partner_id as "partnerId" from links
     where domain = ? and lookup_key = any (?::text[]) and workspace_id = ?`,
    [domain, arrayLiteral(lookupKeys), workspace.id],
  )
  return new Map(rows.map(({ lookupKey, ...link }) => [lookupKey, link]))
}

/** The partner and the program of each link that has them. */
export async function ownersOfLinks(
  { em, workspace }: WorkspaceScope,
  linkIds: readonly string[],
): Promise<Map<string, { programId: string; partnerId: string }>> {
  const rows: { id: string; programId: string; partnerId: string }[] = await em.execute(
    `select id, program_id as "programId", partner_id as "partnerId" from links
     where id = any (?::text[]) and workspace_id = ? and program_id is not null and partner_id is not null`,
    [arrayLiteral(linkIds), workspace.id],
  )
  return new Map(rows.map(({ id, ...owner }) => [id, owner]))
}

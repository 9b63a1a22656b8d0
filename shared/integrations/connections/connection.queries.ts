/** All SQL of connections. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { isOfOpenWorkspace, readWorkspace, type Workspace, workspaceColumnsOf } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'

export const connectionStatuses = ['pending', 'active', 'paused', 'disconnected'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

export interface Connection {
  id: string
  workspaceId: string
  provider: string
  name: string
  status: ConnectionStatus
  settings: Record<string, unknown>
  sealedSecret: string | null
  sealedPreviousSecret: string | null
  previousSecretUntil: Date | null
  sealedApiKey: string | null
  createdAt: Date
  updatedAt: Date
}

export type ShownConnection = Connection & { lastDeliveryAt: Date | null }

const columns = `c.id, c.workspace_id as "workspaceId", c.provider, c.name, c.status, c.settings, c.sealed_secret as "sealedSecret", c.sealed_previous_secret as "sealedPreviousSecret",
  c.previous_secret_until as "previousSecretUntil", c.sealed_api_key as "sealedApiKey", c.created_at as "createdAt", c.updated_at as "updatedAt"`
const lastDelivery = `(select received_at from integration_deliveries where connection_id = c.id order by id desc limit 1) as "lastDeliveryAt"`

interface InWorkspace {
  workspace: { id: string }
}

/** Whoever knows its id may ask: by the signature the request proves what it may. One prepared query for both, as every delivery asks them. */
export async function connectionToReceive({ pool }: Scope, id: string): Promise<{ connection: Connection; workspace: Workspace } | null> {
  const { rows } = await pool.query({
    name: 'connection-to-receive',
    text: `select ${workspaceColumnsOf('w')}, array[row_to_json(found)] as connection from (select ${columns} from integration_connections c where c.id = $1 and ${isOfOpenWorkspace('c')}) found join workspaces w on w.id = found."workspaceId"`,
    values: [id],
  })
  const [row] = rows
  if (!row) return null
  const {
    connection: [connection],
    ...workspace
  } = row
  return { connection: withDates<Connection>(connection), workspace: readWorkspace(workspace) }
}

/** The connection, or null where the workspace has none of that id. With `locked` nobody else changes it before this transaction ends. */
export async function findConnection(
  { em, workspace }: Scope & InWorkspace,
  id: string,
  { locked = false } = {},
): Promise<ShownConnection | null> {
  const rows: ShownConnection[] = await em.execute(
    `select ${columns}, ${lastDelivery} from integration_connections c where c.id = ? and c.workspace_id = ?${locked ? ' for update of c' : ''}`,
    [id, workspace.id],
  )
  return rows[0] ? withDates(rows[0]) : null
}

/** The entity manager, and JSON, hand out dates as texts. */
function withDates<Row extends Connection & { lastDeliveryAt?: Date | null }>(row: Row): Row {
  const date = (text: Date | null | undefined) => (text ? new Date(text) : null)
  return {
    ...row,
    previousSecretUntil: date(row.previousSecretUntil),
    createdAt: date(row.createdAt),
    updatedAt: date(row.updatedAt),
    ...('lastDeliveryAt' in row ? { lastDeliveryAt: date(row.lastDeliveryAt) } : {}),
  }
}

export async function connectionsMatching(
  { pool, workspace }: Scope & InWorkspace,
  filter: { providerSlug?: string | undefined; status?: string | undefined },
  skip: number,
  size: number,
): Promise<ShownConnection[]> {
  const { rows } = await pool.query<ShownConnection>(
    `select ${columns}, ${lastDelivery} from integration_connections c
     where c.workspace_id = $1 and ($2::text is null or c.provider = $2) and ($3::text is null or c.status = $3) order by c.id desc offset $4 limit $5`,
    [workspace.id, filter.providerSlug ?? null, filter.status ?? null, skip, size],
  )
  return rows
}

/** Whoever adds one waits for others who do, so that the limit holds. */
export async function lockAndCountConnections({ em, workspace }: Scope & InWorkspace): Promise<number> {
  await em.execute('select 1 from workspaces where id = ? for no key update', [workspace.id])
  const [row] = await em.execute<[{ count: number }]>('select count(*)::int as count from integration_connections where workspace_id = ?', [
    workspace.id,
  ])
  return row.count
}

type NewConnection = Pick<
  Connection,
  'id' | 'workspaceId' | 'provider' | 'name' | 'status' | 'settings' | 'sealedSecret' | 'sealedApiKey' | 'createdAt'
> & { userId: string }

export async function insertConnection(
  em: EntityManager,
  { id, workspaceId, provider, name, status, settings, sealedSecret, sealedApiKey, userId, createdAt }: NewConnection,
): Promise<void> {
  await em.execute(
    `insert into integration_connections (id, workspace_id, provider, name, status, settings, sealed_secret, sealed_api_key, user_id, created_at, updated_at) values (?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?)`,
    [id, workspaceId, provider, name, status, JSON.stringify(settings), sealedSecret, sealedApiKey, userId, createdAt, createdAt],
  )
}

export async function storeConnection(em: EntityManager, changed: Connection): Promise<void> {
  const { id, name, status, settings, sealedSecret, sealedPreviousSecret, previousSecretUntil, sealedApiKey, updatedAt } = changed
  await em.execute(
    `update integration_connections set name = ?, status = ?, settings = ?::jsonb, sealed_secret = ?, sealed_previous_secret = ?, previous_secret_until = ?, sealed_api_key = ?, updated_at = ? where id = ?`,
    [name, status, JSON.stringify(settings), sealedSecret, sealedPreviousSecret, previousSecretUntil, sealedApiKey, updatedAt, id],
  )
}

/** The other side ended it. */
export async function markDisconnected({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(`update integration_connections set status = 'disconnected', updated_at = ? where id = ?`, [now(), id])
}

/** Answers the ids of those that are gone. */
export async function deleteConnections(
  { em, workspace }: Scope & InWorkspace,
  which: { id: string } | { provider: string },
): Promise<string[]> {
  const [column, value] = 'id' in which ? ['id', which.id] : ['provider', which.provider]
  const rows: { id: string }[] = await em.execute(
    `delete from integration_connections where workspace_id = ? and ${column} = ? returning id`,
    [workspace.id, value],
  )
  return rows.map(({ id }) => id)
}

/** Secrets that were replaced a while ago serve nobody. */
export async function forgetPreviousSecrets({ em, now }: Scope): Promise<void> {
  await em.execute(
    'update integration_connections set sealed_previous_secret = null, previous_secret_until = null where previous_secret_until <= ?',
    [now()],
  )
}

/** SQL of connections. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { workspaceIsOpenSql, readWorkspace, type Workspace, workspaceColumnsOf } from '../../accounts/index.js'
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

export type ConnectionWithActivity = Connection & { lastDeliveryAt: Date | null }

const columns = `c.id, c.workspace_id as "workspaceId", c.provider, c.name, c.status, c.settings, c.sealed_secret as "sealedSecret",
  c.sealed_previous_secret as "sealedPreviousSecret",
  c.previous_secret_until as "previousSecretUntil", c.sealed_api_key as "sealedApiKey", c.created_at as "createdAt", c.updated_at as "updatedAt"`
const lastDelivery = `(select received_at from integration_deliveries where connection_id = c.id order by id desc limit 1) as "lastDeliveryAt"`

interface InWorkspace {
  workspace: { id: string }
}

/**
 * Finds a connection and its workspace across workspaces; the caller must verify the request signature. One prepared query, because every
 * delivery runs it.
 */
export async function findConnectionById({ pool }: Scope, id: string): Promise<{ connection: Connection; workspace: Workspace } | null> {
  const { rows } = await pool.query({
    name: 'connection-to-receive',
    text: `select ${workspaceColumnsOf('w')}, array[row_to_json(found)] as connection from (select ${columns}
      from integration_connections c where c.id = $1 and ${workspaceIsOpenSql('c')}) found join workspaces w on w.id = found."workspaceId"`,
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

/** The connection, or null. `locked` locks its row until the transaction ends. */
export async function findConnection(
  { em, workspace }: Scope & InWorkspace,
  id: string,
  { locked = false } = {},
): Promise<ConnectionWithActivity | null> {
  const rows: ConnectionWithActivity[] = await em.execute(
    `select ${columns}, ${lastDelivery} from integration_connections c where c.id = ? and c.workspace_id = ?${locked ? ' for update of c' : ''}`,
    [id, workspace.id],
  )
  return rows[0] ? withDates(rows[0]) : null
}

/** The entity manager and JSON return dates as text. */
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

export async function findConnections(
  { pool, workspace }: Scope & InWorkspace,
  filter: { providerSlug?: string | undefined; status?: string | undefined },
  skip: number,
  size: number,
): Promise<ConnectionWithActivity[]> {
  const { rows } = await pool.query<ConnectionWithActivity>(
    `select ${columns}, ${lastDelivery} from integration_connections c
     where c.workspace_id = $1 and ($2::text is null or c.provider = $2) and ($3::text is null or c.status = $3) order by c.id desc offset $4 limit $5`,
    [workspace.id, filter.providerSlug ?? null, filter.status ?? null, skip, size],
  )
  return rows
}

/** Locks the workspace row, so that concurrent creations cannot exceed the limit. */
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
    `insert into integration_connections (id, workspace_id, provider, name, status, settings, sealed_secret, sealed_api_key, user_id,
      created_at, updated_at) values (?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?)`,
    [id, workspaceId, provider, name, status, JSON.stringify(settings), sealedSecret, sealedApiKey, userId, createdAt, createdAt],
  )
}

export async function updateConnectionRow(em: EntityManager, connection: Connection): Promise<void> {
  const { id, name, status, settings, sealedSecret, sealedPreviousSecret, previousSecretUntil, sealedApiKey, updatedAt } = connection
  await em.execute(
    `update integration_connections set name = ?, status = ?, settings = ?::jsonb, sealed_secret = ?, sealed_previous_secret = ?,
      previous_secret_until = ?, sealed_api_key = ?, updated_at = ? where id = ?`,
    [name, status, JSON.stringify(settings), sealedSecret, sealedPreviousSecret, previousSecretUntil, sealedApiKey, updatedAt, id],
  )
}

/** The provider ended the connection. */
export async function markDisconnected({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(`update integration_connections set status = 'disconnected', updated_at = ? where id = ?`, [now(), id])
}

/** Returns the ids of the deleted connections. */
export async function deleteConnections(
  { em, workspace }: Scope & InWorkspace,
  filter: { id: string } | { provider: string },
): Promise<string[]> {
  const [column, value] = 'id' in filter ? ['id', filter.id] : ['provider', filter.provider]
  const rows: { id: string }[] = await em.execute(
    `delete from integration_connections where workspace_id = ? and ${column} = ? returning id`,
    [workspace.id, value],
  )
  return rows.map(({ id }) => id)
}

/** Deletes previous secrets whose overlap has ended. */
export async function deleteExpiredSecrets({ em, now }: Scope): Promise<void> {
  await em.execute(
    'update integration_connections set sealed_previous_secret = null, previous_secret_until = null where previous_secret_until <= ?',
    [now()],
  )
}

/** Resolves a credential to its user and to their membership in the requested workspace. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { queryPrepared, queryShared } from '../kernel/db/prepared-query.js'
import type { Scope } from '../kernel/scope.js'
import type { Role } from './member.entity.js'
import type { CallerSession } from './sessions/renew-session.js'
import { publishablePrefix } from './tokens/keys.js'
import { readWorkspace, workspaceColumnsOf } from './workspace-row.js'
import { Workspace } from './workspace.entity.js'

/** How a request names its workspace. */
export interface WorkspaceReference {
  id: string | null
  slug: string | null
}

export interface CallingUser {
  id: string
  name: string | null
  email: string | null
  image: string | null
  isMachine: boolean
}

/** Decides the rate limits of a workspace. */
interface WorkspacePlan {
  plan: string
  trialEndsAt: Date | null
}

export interface Caller {
  by: 'token' | 'session'
  /** Rate limit key: the hash of the API key, or the user id of a session. */
  rateKey: string
  user: CallingUser
  /** `plan` is that of the key's own workspace, also when the request names another one; null for personal keys. */
  token: {
    id: string
    scopes: string | null
    expires: Date | null
    lastUsed: Date | null
    isRestricted: boolean
    isOfApp: boolean
    plan: WorkspacePlan | null
  } | null
  /** Null for callers with an API key. */
  session: CallerSession | null
  workspace: Workspace | null
  /** The role that applies: `owner` for a machine user. Null if the user is not a member. */
  role: Role | null
  /** Expiry of a pending invite for the user's email address; null without one. */
  inviteExpires: Date | null
}

const workspaceColumns = workspaceColumnsOf('w')
const userColumns = 'u.id as user_id, u.name as user_name, u.email as user_email, u.image as user_image, u.is_machine as user_is_machine'
// A machine user acts as an owner, unless the operator lowered its role because the workspace is disabled.
const roleSql = `case when u.is_machine and m.role is not null and m.former_role is null then 'owner' else m.role end as member_role`
const membershipColumns = `${roleSql}, i.expires as invite_expires`
const membershipJoins = `
  left join members m on m.workspace_id = w.id and m.user_id = u.id
  left join invites i on i.workspace_id = w.id and i.email = lower(u.email)`

// A restricted key uses its own workspace; a slug in the request must match it. A personal key uses the requested workspace.
const keySql = `
  select ${workspaceColumns}, t.id as token_id, t.scopes as token_scopes, t.expires as token_expires, t.last_used as token_last_used,
    t.workspace_id is not null as token_is_restricted, t.installation_id is not null as token_is_of_app,
    own.plan as token_plan, own.trial_ends_at as token_trial_ends_at,
    ${userColumns}, ${membershipColumns}
  from tokens t
  join users u on u.id = t.user_id
  left join workspaces own on own.id = t.workspace_id
  left join workspaces w on w.id = coalesce(t.workspace_id, $2, (select id from workspaces where slug = $3))
    and ($3::text is null or w.slug = $3)
  ${membershipJoins}
  where t.hashed_key = $1`

/** The caller of an API key, in one shared query because every request runs it. Null for an unknown key. */
export async function callerByKey({ pool }: Pick<Scope, 'pool'>, hashedKey: string, named: WorkspaceReference): Promise<Caller | null> {
  const [row] = await queryShared<Row & TokenColumns>(pool, {
    name: 'caller-by-key',
    text: keySql,
    values: [hashedKey, named.id, named.slug],
  })
  if (!row) return null
  const token = {
    id: row.token_id,
    scopes: row.token_scopes,
    expires: row.token_expires,
    lastUsed: row.token_last_used,
    isRestricted: row.token_is_restricted,
    isOfApp: row.token_is_of_app,
    plan: row.token_plan === null ? null : { plan: row.token_plan, trialEndsAt: row.token_trial_ends_at },
  }
  return { by: 'token', rateKey: hashedKey, token, session: null, ...userAndWorkspace(row) }
}

// The previous session id stays valid for a moment after a rotation, for requests already in flight.
const sessionSql = `
  select ${workspaceColumns}, s.hashed_id as session_hashed_id, s.created_at as session_created_at,
    s.rotated_at as session_rotated_at, s.seen_at as session_seen_at, s.hashed_id <> $1 as session_is_former, s.is_impersonated as session_is_impersonated,
    ${userColumns}, ${membershipColumns}
  from sessions s
  join users u on u.id = s.user_id
  left join workspaces w on w.id = coalesce($2, (select id from workspaces where slug = $3))
  ${membershipJoins}
  where (s.hashed_id = $1 or (s.former_hashed_id = $1 and s.former_until > $4)) and s.expires_at > $4`

/** The caller of a session. Null for an unknown or expired session. */
export async function callerBySession(
  { pool, now }: Pick<Scope, 'pool' | 'now'>,
  hashedId: string,
  named: WorkspaceReference,
): Promise<Caller | null> {
  const [row] = await queryPrepared<Row & SessionColumns>(pool, {
    name: 'caller-by-session',
    text: sessionSql,
    values: [hashedId, named.id, named.slug, now()],
  })
  if (!row) return null
  const session = {
    hashedId: row.session_hashed_id,
    createdAt: row.session_created_at,
    rotatedAt: row.session_rotated_at,
    seenAt: row.session_seen_at,
    isFormer: row.session_is_former,
    isImpersonated: row.session_is_impersonated,
  }
  return { by: 'session', rateKey: row.user_id, token: null, session, ...userAndWorkspace(row) }
}

/** A workspace member by id, read in the transaction of the scope. */
export async function findWorkspaceMember(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  userId: string,
): Promise<{ user: CallingUser; workspace: Workspace; role: Role } | null> {
  const rows: Row[] = await em.execute(
    `select ${workspaceColumns}, ${userColumns}, ${roleSql}, null as invite_expires
     from members m join workspaces w on w.id = m.workspace_id join users u on u.id = m.user_id
     where m.workspace_id = ? and m.user_id = ?`,
    [workspaceId, userId],
  )
  const { user, workspace, role } = rows[0] ? userAndWorkspace(rows[0]) : { user: null, workspace: null, role: null }
  return user && workspace && role ? { user, workspace, role } : null
}

function userAndWorkspace(row: Row): Pick<Caller, 'user' | 'workspace' | 'role' | 'inviteExpires'> {
  return {
    user: { id: row.user_id, name: row.user_name, email: row.user_email, image: row.user_image, isMachine: row.user_is_machine },
    workspace: row.id === null ? null : readWorkspace(row),
    role: row.member_role,
    inviteExpires: row.invite_expires,
  }
}

interface TokenColumns {
  token_id: string
  token_scopes: string | null
  token_expires: Date | null
  token_last_used: Date | null
  token_is_restricted: boolean
  token_is_of_app: boolean
  token_plan: string | null
  token_trial_ends_at: Date | null
}

interface SessionColumns {
  session_hashed_id: string
  session_created_at: Date
  session_rotated_at: Date
  session_seen_at: Date
  session_is_former: boolean
  session_is_impersonated: boolean
}

/** The workspace columns come in addition. */
type Row = Record<string, unknown> & CallerRow

interface CallerRow {
  id: string | null
  user_id: string
  user_name: string | null
  user_email: string | null
  user_image: string | null
  user_is_machine: boolean
  member_role: Role | null
  invite_expires: Date | null
}

export async function workspaceByPublishableKey(em: EntityManager, key: string): Promise<Workspace | null> {
  return key.startsWith(publishablePrefix) ? em.findOne(Workspace, { publishableKey: key }) : null
}

/** Factories for test rows with sensible defaults, which can be overridden. Each call creates new rows, so tests share none. */
import { randomBytes } from 'node:crypto'
import { Invite } from '../../shared/accounts/invite.entity.js'
import type { LogRow } from '../../shared/accounts/logs/log-row.js'
import { insertRequestLogs } from '../../shared/accounts/logs/store-logs.queries.js'
import { Member, type Role } from '../../shared/accounts/member.entity.js'
import { OauthApp } from '../../shared/accounts/oauth/oauth-app.entity.js'
import { ensureInstallation } from '../../shared/accounts/oauth/oauth.queries.js'
import { limitColumns } from '../../shared/accounts/plans.js'
import { SavedView } from '../../shared/accounts/saved-views/saved-view.entity.js'
import { openSession } from '../../shared/accounts/sessions/open-session.js'
import { createToken, hashKey } from '../../shared/accounts/tokens/keys.js'
import { User } from '../../shared/accounts/user.entity.js'
import { Workspace } from '../../shared/accounts/workspace.entity.js'
import { Customer } from '../../shared/customers/customer.entity.js'
import type { Database } from '../../shared/kernel/db/database.js'
import { clickIdTime, newClickId, newId, randomText } from '../../shared/kernel/ids.js'
import { days } from '../../shared/kernel/time.js'
import { Dashboard } from '../../shared/links/dashboards/dashboard.entity.js'
import { Domain } from '../../shared/links/domain.entity.js'
import { Folder } from '../../shared/links/folder.entity.js'
import { Link } from '../../shared/links/link.entity.js'
import { Tag } from '../../shared/links/tag.entity.js'
import { UtmTemplate } from '../../shared/links/utm-templates/utm-template.entity.js'
import type { ClickRow } from '../../shared/tracking/index.js'
import { Webhook } from '../../shared/webhooks/webhook.entity.js'
import { clickRow, storeClicks } from './events.js'
import { bountyMakers } from './make-bounties.js'
import { campaignMakers } from './make-campaigns.js'
import { earningMakers } from './make-earnings.js'
import { partnerMakers } from './make-partners.js'

type Overrides<Row> = Partial<Row>
interface HasId {
  id: string
}

const unique = (word: string) => `${word}-${randomBytes(5).toString('hex')}`
const times = () => ({ createdAt: new Date(), updatedAt: new Date() })

/** Factories for one database. Every factory returns the stored row. */
export function makers(database: Database) {
  const insert = async <Row extends object>(entity: new () => Row, row: Partial<Row>): Promise<Row> => {
    const em = database.orm.em.fork()
    const entityRow = em.create(entity, row as never)
    await em.persistAndFlush(entityRow)
    return entityRow
  }
  const store = insert as <Row extends object>(entity: unknown, row: Partial<Row>) => Promise<Row>

  const make = {
    ...partnerMakers(database),
    ...earningMakers(database),
    ...bountyMakers(database),
    ...campaignMakers(database),

    user: (overrides: Overrides<User> = {}) =>
      store<User>(User, {
        id: newId('user_'),
        name: 'Test Person',
        email: `${unique('person')}@example.com`,
        image: null,
        isMachine: false,
        defaultWorkspace: null,
        ...times(),
        ...overrides,
      }),

    workspace(overrides: Overrides<Workspace> = {}) {
      const slug = unique('space')
      const plan = overrides.plan ?? 'enterprise'
      return store<Workspace>(Workspace, {
        id: newId('ws_'),
        name: slug,
        slug,
        plan,
        trialEndsAt: null,
        publishableKey: null,
        allowedHostnames: null,
        ...limitColumns(plan),
        billingCycleStart: 1,
        ...times(),
        ...overrides,
      })
    },

    member: (workspace: HasId, user: HasId, role: Role = 'owner') =>
      store<Member>(Member, { id: newId('mem_'), workspaceId: workspace.id, userId: user.id, role, createdAt: new Date() }),

    /** Valid for a week by default. */
    invite: (workspace: HasId, email: string, overrides: Overrides<Invite> = {}) =>
      store<Invite>(Invite, {
        workspaceId: workspace.id,
        email: email.toLowerCase(),
        role: 'member',
        expires: new Date(Date.now() + days(7)),
        createdAt: new Date(),
        ...overrides,
      }),

    /** An API key restricted to the workspace, or a personal one. The result contains the key. */
    async token(user: HasId, workspace: HasId | null, overrides: { scopes?: string[]; expires?: Date; key?: string } = {}) {
      const em = database.orm.em.fork()
      const made = createToken(em, { name: 'Test key', userId: user.id, workspaceId: workspace?.id ?? null, ...overrides }, new Date())
      await em.flush()
      return made
    },

    /** A browser session. The headers are those of a same-origin request. */
    async session(user: HasId) {
      const { secret } = await openSession(
        { em: database.orm.em.fork(), now: () => new Date(), address: '192.0.2.1', userAgent: 'test' },
        user.id,
      )
      return { secret, headers: { cookie: `svc_session=${secret}`, 'sec-fetch-site': 'same-origin' } }
    },

    /** A workspace, a user who is a member of it, and an API key. */
    async caller({
      role = 'owner',
      scopes,
      expires,
      ...workspaceRow
    }: { role?: Role; scopes?: string[]; expires?: Date } & Overrides<Workspace> = {}) {
      const [workspace, user] = await Promise.all([make.workspace(workspaceRow), make.user()])
      const member = await make.member(workspace, user, role)
      const { key, token } = await make.token(user, workspace, { scopes, expires })
      return { workspace, user, member, token, key, headers: { authorization: `Bearer ${key}` } }
    },

    domain: (workspace: HasId | null, overrides: Overrides<Domain> = {}) =>
      store<Domain>(Domain, {
        id: newId('dom_'),
        slug: `${unique('go')}.example`,
        workspaceId: workspace?.id ?? null,
        verified: true,
        primary: false,
        archived: false,
        caseSensitive: false,
        placeholder: null,
        expiredUrl: null,
        notFoundUrl: null,
        logo: null,
        appleAppSiteAssociation: null,
        assetLinks: null,
        linkRetentionDays: null,
        deepviewData: {},
        ...times(),
        ...overrides,
      }),

    folder: (workspace: HasId, overrides: Overrides<Folder> = {}) =>
      store<Folder>(Folder, {
        id: newId('fold_'),
        workspaceId: workspace.id,
        name: unique('folder'),
        description: null,
        type: 'default',
        accessLevel: 'write',
        ...times(),
        ...overrides,
      }),

    tag: (workspace: HasId, overrides: Overrides<Tag> = {}) =>
      store<Tag>(Tag, { id: newId('tag_'), workspaceId: workspace.id, name: unique('tag'), color: 'blue', ...times(), ...overrides }),

    utmTemplate: (workspace: HasId, overrides: Overrides<UtmTemplate> = {}) =>
      store<UtmTemplate>(UtmTemplate, {
        id: newId('utm_'),
        workspaceId: workspace.id,
        userId: null,
        name: unique('template'),
        ...times(),
        ...overrides,
      }),

    /** A view of the first member. */
    async savedView(workspace: HasId, overrides: Overrides<SavedView> = {}) {
      const { rows } = await database.pool.query<{ id: string }>(
        'select user_id as id from members where workspace_id = $1 order by created_at, id limit 1',
        [workspace.id],
      )
      return store<SavedView>(SavedView, {
        id: newId('view_'),
        workspaceId: workspace.id,
        userId: (rows[0] as { id: string }).id,
        page: 'links',
        name: unique('view'),
        query: 'sortBy=clicks',
        ...times(),
        ...overrides,
      })
    },

    /** A background operation, active by default. */
    async backgroundOperation(workspace: HasId, { state = 'active', userId = null }: { state?: string; userId?: string | null } = {}) {
      const id = newId('job_')
      await database.pool.query(
        `insert into background_operations (id, workspace_id, user_id, type, permission, granted_permissions, state, total, result_type,
           result_name, created_at)
         values ($1, $2, $3, 'links.create', 'links.write', '{links.write}', $4, 3, 'application/x-ndjson', 'made.ndjson', now())`,
        [id, workspace.id, userId, state],
      )
      return { id }
    },

    /** A finished import of links. */
    async linkImport(workspace: HasId) {
      const id = newId('imp_')
      await database.pool.query(
        `insert into imports (id, workspace_id, provider, dry_run, created_at, finished_at) values ($1, $2, 'dub', false, now(), now())`,
        [id, workspace.id],
      )
      return { id }
    },

    dashboard: (workspace: HasId, link: HasId, overrides: Overrides<Dashboard> = {}) =>
      store<Dashboard>(Dashboard, {
        id: newId('dash_'),
        workspaceId: workspace.id,
        linkId: link.id,
        showConversions: false,
        doIndex: false,
        ...times(),
        ...overrides,
      }),

    /** A customer without events. */
    customer: (workspace: HasId, overrides: Overrides<Customer> = {}) =>
      store<Customer>(Customer, {
        id: newId('cus_'),
        workspaceId: workspace.id,
        externalId: unique('customer'),
        name: null,
        email: null,
        avatar: null,
        stripeCustomerId: null,
        country: null,
        linkId: null,
        clickId: null,
        clickedAt: null,
        programId: null,
        partnerId: null,
        firstSaleAt: null,
        subscriptionCanceledAt: null,
        ...times(),
        ...overrides,
      }),

    /** A click as stored by ingestion, without updating counters. */
    async click(link: Pick<Link, 'id' | 'workspaceId' | 'domain' | 'key'>, overrides: Overrides<ClickRow> = {}) {
      const { id, workspaceId, domain, key } = link
      const row = clickRow({ timestamp: new Date(), workspace_id: workspaceId ?? '', link_id: id, domain, key, ...overrides })
      await storeClicks(database.pool, [row])
      return row
    },

    /** A webhook for `link.created`. Its secret is invalid; tests of deliveries must create the webhook through the API. */
    webhook: (workspace: HasId, overrides: Overrides<Webhook> = {}) =>
      store<Webhook>(Webhook, {
        id: newId('wh_'),
        workspaceId: workspace.id,
        installationId: null,
        name: 'Test webhook',
        url: `https://receiver.example/${unique('hook')}`,
        receiver: 'user',
        triggers: ['link.created'],
        linkScope: null,
        sealedSecret: 'v1.none.none',
        ...times(),
        ...overrides,
      }),

    /** A permanently failed delivery, of the latest webhook of the workspace by default. */
    async delivery(
      workspace: HasId,
      { webhookId = null, id = newId('evt_'), state = 'failed' }: { webhookId?: string | null; id?: string; state?: string } = {},
    ) {
      await database.pool.query(
        `with event as (insert into webhook_events (id, workspace_id, event, body, created_at) values ($1, $2, 'link.created', '{}', now()))
         insert into webhook_deliveries (webhook_id, event_id, event, state, give_up_at, created_at, attempts)
         select coalesce($3, max(id)), $1, 'link.created', $4, now(), now(), jsonb_build_array(jsonb_build_object(
           'at', '2026-01-01T00:00:00.000Z', 'url', 'https://receiver.example/', 'status', 500, 'error', null, 'durationMs', 3, 'response', 'no'
         )) from webhooks where workspace_id = $2`,
        [id, workspace.id, webhookId, state],
      )
      return { id }
    },

    /** A memory about a new user. */
    async memory(workspace: HasId, overrides: { text?: string; user_id?: string; created_at?: Date } = {}) {
      const row = { id: newId('memory_'), text: unique('memory'), user_id: unique('user'), created_at: new Date(), ...overrides }
      await database.pool.query(
        `with made as (insert into memories (id, workspace_id, user_id, text, hash, content_key, created_at, updated_at)
           values ($1, $2, $3, $4, md5($4), $1, $5, $5) returning *)
         insert into memory_changes (memory_id, workspace_id, event, new_text, memory_created_at, changed_at)
         select id, workspace_id, 'ADD', text, created_at, created_at from made`,
        [row.id, workspace.id, row.user_id, row.text, row.created_at],
      )
      return row
    },

    /** A stored sale event, without updating counters. Returns its event id. */
    async sale(
      link: Pick<Link, 'id' | 'workspaceId' | 'domain' | 'key'>,
      customer: HasId,
      overrides: { amount?: number; invoiceId?: string } = {},
    ) {
      const { id: clickId, timestamp: clickedAt, ...click } = await make.click(link)
      const id = newClickId()
      const { amount = 1000, invoiceId = null } = overrides
      const row = {
        ...click,
        id,
        timestamp: new Date(clickIdTime(id)),
        click_id: clickId,
        clicked_at: clickedAt,
        customer_id: customer.id,
        event_name: 'Purchase',
        metadata: null,
        amount,
        currency: 'usd',
        original_amount: amount,
        original_currency: 'usd',
        payment_processor: 'custom',
        invoice_id: invoiceId,
        sales: 1,
        recurring: false,
        refund_of: null,
        rate_day: null,
      }
      await database.pool.query(`select ensure_month_partition('sale_events', $1)`, [row.timestamp])
      await database.pool.query('insert into sale_events select new.* from jsonb_populate_record(null::sale_events, $1) as new', [
        JSON.stringify(row),
      ])
      return id
    },

    async installedIntegration(workspace: HasId, provider: string) {
      const row = { id: newId('int_'), provider }
      await database.pool.query(
        `insert into integration_installations (id, workspace_id, provider, settings, created_at, updated_at)
         values ($1, $2, $3, '{}', now(), now()) on conflict do nothing`,
        [row.id, workspace.id, provider],
      )
      return row
    },

    /** A connection that accepts unsigned webhooks. */
    async connection(workspace: HasId, overrides: { provider?: string } = {}) {
      const row = { id: newId('conn_'), provider: overrides.provider ?? 'segment' }
      await database.pool.query(
        `insert into integration_connections (id, workspace_id, provider, name, status, settings, created_at, updated_at)
         values ($1, $2, $3, $4, 'active', '{"allowUnsigned":true}', now(), now())`,
        [row.id, workspace.id, row.provider, unique('connection')],
      )
      return row
    },

    /** A failed delivery of a new connection. */
    async inboundDelivery(workspace: HasId) {
      const { id: connectionId } = await make.connection(workspace)
      const row = { id: newId('del_'), connectionId }
      await database.pool.query(
        `insert into integration_deliveries (id, workspace_id, connection_id, external_id, event_type, state, reason, headers, body, received_at, changed_at)
         values ($1, $2, $3, $1, 'Signed Up', 'failed', 'test', '{}', $4, now(), now())`,
        [row.id, workspace.id, connectionId, Buffer.from('{"type":"track","event":"Signed Up"}')],
      )
      return row
    },

    /** An OAuth app of the workspace, by default with a secret and without PKCE. */
    async oauthApp(workspace: HasId, overrides: Overrides<OauthApp> = {}) {
      const clientSecret = `svc_app_secret_${randomText(30)}`
      const row: Overrides<OauthApp> = {
        id: newId('app_'),
        workspaceId: workspace.id,
        userId: null,
        name: 'Test app',
        slug: unique('app'),
        developer: 'Test Developer',
        website: 'https://app.example',
        description: null,
        readme: null,
        logo: null,
        screenshots: [],
        clientId: `svc_app_${randomText(24)}`,
        hashedSecret: hashKey(clientSecret),
        partialSecret: 'svc...xxxx',
        redirectUris: ['https://app.example/callback'],
        pkce: false,
        verified: true,
        ...times(),
        ...overrides,
      }
      return { ...(await store<OauthApp>(OauthApp, row)), clientSecret }
    },

    /** A new app that the user has installed in the workspace, without tokens. */
    async installation(workspace: HasId, user: HasId) {
      const { id: appId } = await make.oauthApp(await make.workspace())
      return ensureInstallation(database.orm.em.fork(), { appId, userId: user.id, workspaceId: workspace.id }, new Date())
    },

    /** A request in the log of a workspace, by default a minute old. */
    async requestLog(workspace: HasId, overrides: Partial<LogRow> = {}): Promise<LogRow> {
      const at = overrides.at ?? new Date(Date.now() - 60_000)
      const row: LogRow = {
        id: newId('req_', at.getTime()),
        workspaceId: workspace.id,
        requestId: unique('request'),
        at,
        expiresAt: new Date(at.getTime() + days(30)),
        type: 'api',
        method: 'POST',
        path: '/links',
        route: '/links',
        status: 200,
        durationMs: 5,
        userAgent: 'test',
        queryParams: null,
        requestBody: null,
        responseBody: null,
        tokenId: null,
        userId: null,
        ...overrides,
      }
      await insertRequestLogs(database.pool, [row])
      return row
    },

    /** A stored link. To visit it, `domain` must be the slug of an existing domain. */
    link(workspace: HasId | null, overrides: Overrides<Link> = {}) {
      const { domain = 'go.example', key = unique('key') } = overrides
      return store<Link>(Link, {
        id: newId('link_'),
        workspaceId: workspace?.id ?? null,
        domain,
        key,
        lookupKey: key.toLowerCase(),
        url: 'https://example.com/page',
        shortLink: `https://${domain}/${key}`,
        ...times(),
        ...overrides,
      })
    },
  }
  return make
}

export type Make = ReturnType<typeof makers>

import { days, hours, minutes } from '../../../../shared/kernel/time.js'
import { ago } from '../../ago.js'
import { unique } from '../../program-owner.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'

const prefersAsync = { Prefer: 'respond-async' }

/** A domain, folder and tag of the workspace with two links. */
async function linksOfOne({ make, workspace }: JobWorld) {
  const [domain, folder, tag] = [await make.domain(workspace), await make.folder(workspace), await make.tag(workspace)]
  const link = () => make.link(workspace, { domain: domain.slug, folderId: folder.id })
  return { domain, folder, tag, links: [await link(), await link()] as const }
}

const answerOfRegistrar =
  (answer: (command: string) => object) =>
  ({ query }: { query: URLSearchParams }) => ({
    body: answer(query.get('command') ?? ''),
  })
const endsOn = (at: Date) => ({ DomainInfoResponse: { ResponseCode: 0, DomainInfo: { Expiration: String(at.getTime()) } } })

export const linksCases: JobCases = {
  'links.create-in-bulk': {
    seed({ ok, queued, domain }) {
      const inputs = Array.from({ length: 3 }, () => ({ url: 'https://example.com', domain: domain.slug }))
      return queued('links.create-in-bulk', () => ok('POST /links/bulk', inputs, prefersAsync))
    },
    changes: {
      background_operation_parts: -1,
      background_operation_results: 1,
      background_operations: 0,
      link_count_changes: 1,
      links: 3,
      webhook_outbox: 3,
      workspaces: 0,
    },
  },
  'links.update-in-bulk': {
    async seed(world) {
      const { links } = await linksOfOne(world)
      const body = { linkIds: links.map(({ id }) => id), data: { comments: 'changed' } }
      return world.queued('links.update-in-bulk', () => world.ok('PATCH /links/bulk', body, prefersAsync))
    },
    changes: { background_operation_parts: -1, background_operations: 0, links: 0, webhook_outbox: 2 },
  },
  'links.export': {
    async seed(world) {
      await linksOfOne(world)
      return world.operation('links.export', 'links.read', { query: {}, at: new Date() })
    },
    changes: { background_operation_results: 1, background_operations: 0, outbox: 1 },
  },
  'links.delete-in-bulk': {
    async seed(world) {
      const { links } = await linksOfOne(world)
      const path = `DELETE /links/bulk?linkIds=${links.map(({ id }) => id).join()}`
      return world.queued('links.delete-in-bulk', () => world.ok(path, undefined, prefersAsync))
    },
    changes: {
      background_operation_parts: -1,
      background_operations: 0,
      link_count_changes: 1,
      links: -2,
      webhook_outbox: 2,
      workspaces: 0,
    },
  },
  'links.delete-unclaimed': {
    async seed({ make }) {
      await make.link(null, { createdAt: ago(minutes(31)) })
      await make.link(null, { createdAt: ago(minutes(29)) })
    },
    changes: { links: -1 },
  },
  'links.decide-ab-tests': {
    async seed({ make, rows, workspace, domain, track }) {
      const url = 'https://example.com/b'
      const link = await make.link(workspace, {
        domain: domain.slug,
        trackConversion: true,
        testVariants: [
          { url: 'https://example.com/a', percentage: 50 },
          { url, percentage: 50 },
        ],
        testStartedAt: ago(hours(1)),
        testCompletedAt: new Date(Date.now() + minutes(5)),
      })
      const click = await make.click(link, { url, base_url: url })
      await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: unique('customer') })
      await rows('update links set test_completed_at = $2 where id = $1', [link.id, ago(1)])
    },
    changes: { links: 0, webhook_outbox: 1 },
  },
  'links.roll-up-counts': {
    seed: (world) => linksOfOne(world),
    changes: { link_count_changes: -3, link_counts: 2 },
  },
  'links.count-pending': {
    seed: ({ rows, workspace }) => rows('insert into pending_link_usage (workspace_id, links) values ($1, 3)', [workspace.id]),
    changes: { pending_link_usage: -1, workspaces: 0 },
  },
  'links.detach-deleted-tag': {
    async seed(world) {
      const { links, tag } = await linksOfOne(world)
      await world.ok(`PATCH /links/${links[0].id}`, { tagIds: [tag.id] })
      return world.queued('links.detach-deleted-tag', () => world.ok(`DELETE /tags/${tag.id}`))
    },
    changes: { link_count_changes: 1, link_tags: -1, tags: -1 },
  },
  'links.detach-deleted-folder': {
    async seed(world) {
      const { folder } = await linksOfOne(world)
      return world.queued('links.detach-deleted-folder', () => world.ok(`DELETE /folders/${folder.id}`))
    },
    changes: { folders: -1, link_count_changes: 4, links: 0 },
  },
  'links.move-links-to-renamed-domain': {
    async seed(world) {
      const { domain } = await linksOfOne(world)
      const body = { slug: `${unique('renamed')}.example` }
      return world.queued('links.move-links-to-renamed-domain', () => world.ok(`PATCH /domains/${domain.slug}`, body))
    },
    changes: { domains: 0, link_count_changes: 4, links: 0, webhook_outbox: 2 },
  },
  'links.delete-links-of-domain': {
    async seed(world) {
      const { domain } = await linksOfOne(world)
      return world.queued('links.delete-links-of-domain', () => world.ok(`DELETE /domains/${domain.slug}`))
    },
    changes: { domains: -1, link_count_changes: 1, links: -2, webhook_outbox: 2, workspaces: 0 },
  },
  'links.move-links-to-workspace': {
    async seed(world) {
      const { domain } = await linksOfOne(world)
      const other = await world.make.workspace()
      await world.make.member(other, world.user)
      const body = { newWorkspaceId: other.id }
      return world.queued('links.move-links-to-workspace', () => world.ok(`POST /domains/${domain.slug}/transfer`, body))
    },
    changes: { link_count_changes: 4, links: 0, webhook_outbox: 2, workspaces: 0 },
  },
  'links.verify-domains': {
    async seed({ make, rows, workspace, zone, ok }) {
      zone.set('short.example', { SOA: true, A: ['203.0.113.1'] })
      const { slug } = await make.domain(workspace, { slug: `${unique('go')}.sub.example`, verified: false })
      zone.set('sub.example', { SOA: true })
      const { records } = await ok(`GET /domains/${slug}/verify`)
      for (const { type, name, value } of records) zone.set(name, type === 'TXT' ? { TXT: [value] } : { CNAME: value })
      await rows('update domains set last_checked = null where slug = $1', [slug])
    },
    changes: { domains: 0 },
  },
  'links.renew-domains': {
    async seed({ make, workspace, providers }) {
      const ends = new Date(Date.now() + days(10))
      await make.domain(workspace, { registeredAt: ago(days(300)), registrationEndsAt: ends, renewalFee: 1250 })
      await make.domain(workspace, { registeredAt: ago(days(300)), registrationEndsAt: new Date(Date.now() + days(22)), renewalFee: 1250 })
      const renewed = { ResponseCode: '0', Status: 'success', Expiration: ends.getTime() + days(365) }
      const price = { ResponseCode: '0', TldPrice: [{ Tld: '.example', Price: { Renew: '12.50' } }] }
      const answer = (command: string) =>
        command === 'renew' ? { RenewResponse: renewed } : command === 'tld_price' ? { TldPriceResponse: price } : endsOn(ends)
      providers.players.set('dynadot', answerOfRegistrar(answer))
    },
    changes: { domains: 0, outbox: 2, requests: 3, sent_emails: 2 },
  },
  'links.settle-purchases': {
    async seed({ make, workspace, providers }) {
      await make.domain(workspace, { orderedAt: ago(minutes(11)) })
      providers.players.set(
        'dynadot',
        answerOfRegistrar(() => endsOn(new Date(Date.now() + days(365)))),
      )
    },
    changes: { domains: 0, requests: 1 },
  },
  'links.enforce-retention': {
    async seed({ make, workspace }) {
      const { slug } = await make.domain(workspace, { linkRetentionDays: 30 })
      await make.link(workspace, { domain: slug, createdAt: ago(days(31)) })
      await make.link(workspace, { domain: slug, createdAt: ago(days(29)) })
    },
    changes: { link_count_changes: 1, links: -1, webhook_outbox: 1, workspaces: 0 },
  },
}

import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../../../shared/kernel/ids.js'
import { openFileStore } from '../../../../shared/kernel/open-file-store.js'
import { days } from '../../../../shared/kernel/time.js'
import { ago } from '../../ago.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'

export const systemCases: JobCases = {
  'administration.export-audit-entries': {
    async seed(world) {
      await world.asOperator('POST /admin/workspaces/disable', { slug: world.workspace.slug })
      return { id: newId('job_'), email: 'operator@example.com', filter: { end: new Date().toISOString() } }
    },
    changes: { emails: 1, files: 1, sent_emails: 1 },
  },
  'administration.switch-links': {
    seed: (world) =>
      world.queued('administration.switch-links', () => world.asOperator('POST /admin/workspaces/disable', { slug: world.workspace.slug })),
    changes: { links: 0 },
  },
  'administration.delete-program': {
    async seed(world) {
      await world.enrol()
      return world.queued('administration.delete-program', () => world.asOperator(`POST /admin/programs/${world.program.id}/delete`))
    },
    changes: {
      enrolments: -1,
      link_count_changes: 1,
      links: -1,
      outbox: 1,
      partner_groups: -1,
      programs: -1,
      webhook_outbox: 1,
      workspaces: 0,
    },
  },
  'exports.export-workspace': {
    seed: (world) => world.queued('exports.export-workspace', () => world.ok(`POST /workspaces/${world.workspace.id}/export`)),
    changes: { background_operation_results: 62, background_operations: 0, outbox: 1 },
  },
  'exports.import-workspace': {
    async seed(world) {
      const { api, make, providers, rows } = world
      const [source, target] = [await make.caller(), await make.caller()]
      for (const factory of [make.tag, make.folder, make.customer]) await factory(source.workspace)
      const { body: operation } = await api.call(`POST /workspaces/${source.workspace.id}/export`, { key: source.key })
      await world.settle()
      const [{ stored_file: name }] = await rows('select stored_file from background_operations where id = $1', [operation.id])
      const archive = await openFileStore(api.config).read(name)
      providers.players.set('archive', () => ({ body: archive }))
      await rows('delete from workspaces where id = $1', [source.workspace.id])
      const body = { slug: target.workspace.slug, url: `${providers.origin}/archive/workspace.zip` }
      return world.queued('exports.import-workspace', () => world.asOperator('POST /admin/workspaces/import', body))
    },
    changes: { background_operations: 0, customers: 1, folders: 1, tags: 1, workspaces: 0 },
  },
  'files.delete-unused': {
    async seed({ api }) {
      const files = openFileStore(api.config)
      for (const name of ['old.png', 'new.png']) await files.write(name, Buffer.from(name))
      const old = ago(days(2))
      await utimes(join(api.config.dataDir, 'files', 'old.png'), old, old)
    },
    changes: { files: -1 },
  },
  'imports.run': {
    async seed(world) {
      const links = [1, 2].map((n) => ({
        domain: `go${n}.example.com`,
        key: `key-${n}`,
        url: `https://example.com/${n}`,
        clicks: n,
        tags: [],
      }))
      world.providers.players.set('dub', ({ path, query }) => ({
        body:
          path === '/links' && !query.has('startingAfter') ? links.map((link) => ({ ...link, createdAt: '2024-05-01T10:00:00.000Z' })) : [],
      }))
      const access = { apiUrl: `${world.providers.origin}/dub`, token: 'token-of-the-source' }
      return world.queued('imports.run', () => world.ok(`POST /workspaces/${world.workspace.id}/import/dub`, access))
    },
    changes: {
      background_operations: 0,
      domains: 2,
      imported_links: 2,
      imported_objects: 2,
      imports: 0,
      link_count_changes: 4,
      links: 4,
      outbox: 1,
      requests: 11,
      webhook_outbox: 4,
      workspaces: 0,
    },
  },
  'imports.csv': {
    seed: csvImport,
    changes: {
      background_operation_parts: -1,
      background_operations: 0,
      imported_links: 2,
      imports: 0,
      link_count_changes: 1,
      links: 2,
      outbox: 1,
      webhook_outbox: 2,
      workspaces: 0,
    },
  },
  'imports.undo': {
    async seed(world) {
      await world.run('imports.csv', await csvImport(world))
      const path = `/workspaces/${world.workspace.id}/imports`
      const [{ id }] = await world.ok(`GET ${path}`)
      return world.queued('imports.undo', () => world.ok(`POST ${path}/${id}/undo`, {}))
    },
    changes: {
      background_operations: 0,
      imported_links: -2,
      imports: 0,
      link_count_changes: 1,
      links: -2,
      webhook_outbox: 2,
      workspaces: 0,
    },
  },
  'maintenance.delete-workspace-data': {
    async seed(world) {
      await world.convert()
      return world.queued('maintenance.delete-workspace-data', () => world.ok(`DELETE /workspaces/${world.workspace.id}`))
    },
    changes: {
      click_events: -1,
      conversion_claims: -1,
      customers: -1,
      dimension_values: -14,
      domains: -1,
      event_arrivals: -3,
      lead_claims: -1,
      lead_events: -1,
      link_count_changes: 1,
      links: -1,
      partner_groups: -1,
      pending_conversions: -2,
      programs: -1,
      sale_claims: -1,
      sale_events: -1,
      workspace_numbers: -1,
      workspaces: -1,
    },
  },
  'maintenance.delete-expired-state': {
    seed: ({ rows }) =>
      rows(`insert into idempotency_keys (id, fingerprint, response, created_at) values ('old', 'fingerprint', '', $1)`, [ago(days(2))]),
    changes: { idempotency_keys: -1 },
  },
  'maintenance.move-jobs-to-redis': { seed: async () => null, changes: {}, unchanged: 'no jobs wait in another queue backend' },
  'maintenance.finish-deletions': {
    seed: ({ rows }) =>
      rows(`insert into closed_workspaces (workspace_id, closed_at) values ('ws_new', $1), ('ws_old', $2)`, [ago(days(1)), ago(days(33))]),
    repeats: { outbox: 'it deletes what arrived for a closed workspace in the meantime' },
    changes: { closed_workspaces: -1, outbox: 2 },
  },
  'maintenance.delete-unenrolled-partners': {
    async seed({ make, rows }) {
      const { id } = await make.partner()
      await rows('update partners set created_at = $2, updated_at = $2 where id = $1', [id, ago(days(400))])
    },
    changes: { partners: -1 },
  },
  'maintenance.verify-aggregates': {
    seed: (world) => world.convert(),
    changes: { verification_reports: 1 },
    repeats: { verification_reports: 'each verification stores its report' },
  },
}

function csvImport({ queued, ok, domain, workspace }: JobWorld): Promise<unknown> {
  const csv = `link,url\nhttps://${domain.slug}/imported-a,https://example.com/a\nhttps://${domain.slug}/imported-b,https://example.com/b\n`
  return queued('imports.csv', () => ok(`POST /workspaces/${workspace.id}/import/csv`, { csv }))
}

import test from 'ava'
import { requestedWorkspace } from '../../../api/access/requested-workspace.js'

const requested = (params: Record<string, string>, query = '') => requestedWorkspace({ params, query: new URLSearchParams(query) })

test('precedence: path id, workspaceId, path slug, projectSlug', (t) => {
  const all = { idOrSlug: 'one', slug: 'three' }
  t.is(requested(all, 'workspaceId=two&projectSlug=four')?.slug, 'one')
  t.is(requested({ slug: 'three' }, 'workspaceId=two&projectSlug=four')?.slug, 'two')
  t.is(requested({ slug: 'three' }, 'projectSlug=four')?.slug, 'three')
  t.is(requested({}, 'projectSlug=four')?.slug, 'four')
})

test('a value with the prefix ws_ is an id, any other a slug', (t) => {
  t.deepEqual(requested({}, 'workspaceId=ws_1'), { id: 'ws_1', slug: null })
  t.deepEqual(requested({}, 'projectSlug=ws_1'), { id: 'ws_1', slug: null })
  t.deepEqual(requested({ idOrSlug: 'Acme' }), { id: null, slug: 'acme' })
})

test('without a value, or with empty ones, no workspace is requested', (t) => {
  t.is(requested({}), null)
  t.is(requested({ idOrSlug: '' }, 'workspaceId='), null)
})

test('the last of repeated parameters counts', (t) => t.is(requested({}, 'workspaceId=ws_1&workspaceId=ws_2')?.id, 'ws_2'))

test('a value with NUL matches no workspace', (t) => t.deepEqual(requested({}, 'workspaceId=ws_1%00'), { id: null, slug: '' }))

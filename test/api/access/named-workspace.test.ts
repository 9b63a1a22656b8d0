import test from 'ava'
import { namedWorkspace } from '../../../api/access/named-workspace.js'

const at = (params: Record<string, string>, query = '') => namedWorkspace({ params, query: new URLSearchParams(query) })

test('the path comes first, then the workspace id, the slug of the path, the older name', (t) => {
  const all = { idOrSlug: 'one', slug: 'three' }
  t.is(at(all, 'workspaceId=two&projectSlug=four')?.slug, 'one')
  t.is(at({ slug: 'three' }, 'workspaceId=two&projectSlug=four')?.slug, 'two')
  t.is(at({ slug: 'three' }, 'projectSlug=four')?.slug, 'three')
  t.is(at({}, 'projectSlug=four')?.slug, 'four')
})

test('what begins with ws_ is an id, all else a slug', (t) => {
  t.deepEqual(at({}, 'workspaceId=ws_1'), { id: 'ws_1', slug: null })
  t.deepEqual(at({}, 'projectSlug=ws_1'), { id: 'ws_1', slug: null })
  t.deepEqual(at({ idOrSlug: 'Acme' }), { id: null, slug: 'acme' })
})

test('nothing and empty names name nothing', (t) => {
  t.is(at({}), null)
  t.is(at({ idOrSlug: '' }, 'workspaceId='), null)
})

test('of repeated names the last counts', (t) => t.is(at({}, 'workspaceId=ws_1&workspaceId=ws_2')?.id, 'ws_2'))

test('a name with NUL names something that is not there', (t) => t.deepEqual(at({}, 'workspaceId=ws_1%00'), { id: null, slug: '' }))

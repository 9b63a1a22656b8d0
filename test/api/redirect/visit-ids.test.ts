import test from 'ava'
import { visitIds } from '../../../api/redirect/visit-ids.js'
import { silentLog } from '../../support/service.js'

const visit = { workspaceId: 'ws_1', linkId: 'link_1', ip: '203.0.113.7', ua: 'Firefox' }

test('after a store did not answer, further visitors do not wait for it', async (t) => {
  const asked: string[] = []
  const ids = visitIds({ setIfAbsent: (_key, id) => (asked.push(id), new Promise(() => {})) }, silentLog)
  t.is(await ids.findOrKeep(visit, 'first'), null)
  t.is(await ids.findOrKeep(visit, 'second'), null)
  t.deepEqual(asked, ['first'])
})

test('a store that refuses is asked again for the next visitor', async (t) => {
  const ids = visitIds({ setIfAbsent: async (_key, id) => (id === 'first' ? Promise.reject(new Error('refused')) : 'known') }, silentLog)
  t.is(await ids.findOrKeep(visit, 'first'), null)
  t.is(await ids.findOrKeep(visit, 'second'), 'known')
})

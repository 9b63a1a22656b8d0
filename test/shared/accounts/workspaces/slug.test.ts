import test from 'ava'
import { isReservedSlug, slugOf } from '../../../../shared/accounts/workspaces/slug.js'

const cases: [text: string, slug: string][] = [
  ['acme', 'acme'],
  ['Acme Inc.', 'acme-inc'],
  ['  --Acme__Inc--  ', 'acme-inc'],
  ['Große Freiheit №7', 'grosse-freiheit-no7'],
  ['Crème Brûlée', 'creme-brulee'],
  ['日本', ''],
  ['ws_01H', 'ws-01h'],
]
for (const [text, slug] of cases) test(`"${text}" becomes "${slug}"`, (t) => t.is(slugOf(text), slug))

test('names of service paths are reserved', (t) => {
  for (const slug of ['api', 'admin', 'oauth', 'new']) t.true(isReservedSlug(slug))
  t.false(isReservedSlug('acme'))
})

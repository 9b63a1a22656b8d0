import test from 'ava'
import { planDefaultLinks } from '../../../shared/partners/links/plan-default-links.js'

const defaults = [
  { id: 'pgdl_home', url: 'https://acme.example/' },
  { id: 'pgdl_pricing', url: 'https://acme.example/pricing' },
]
const nothing = { bind: [], unbind: [], redirect: [], create: [] }

test('copies of the current default links stay untouched, whatever campaign parameters they have', (t) => {
  const links = [
    { id: 'link_1', url: 'https://acme.example/?utm_source=partner', defaultLinkId: 'pgdl_home' },
    { id: 'link_2', url: 'https://acme.example/pricing', defaultLinkId: 'pgdl_pricing' },
  ]
  t.deepEqual(planDefaultLinks(links, defaults), nothing)
})

test('links that are no copies are left alone, also if they have the same destination', (t) => {
  const links = [{ id: 'link_1', url: 'https://acme.example/', defaultLinkId: null }]
  t.deepEqual(planDefaultLinks(links, defaults), { ...nothing, create: defaults })
})

test('a copy follows a changed destination of its default link', (t) => {
  const links = [
    { id: 'link_1', url: 'https://acme.example/old?ref=1', defaultLinkId: 'pgdl_home' },
    { id: 'link_2', url: 'https://acme.example/pricing', defaultLinkId: 'pgdl_pricing' },
  ]
  t.deepEqual(planDefaultLinks(links, defaults), { ...nothing, redirect: [{ linkId: 'link_1', url: 'https://acme.example/' }] })
})

test('a copy follows a change of only the query, and keeps campaign parameters that its default link does not set', (t) => {
  const changed = [{ id: 'pgdl_home', url: 'https://acme.example/?plan=pro&utm_medium=partner' }]
  const copy = (url: string) => planDefaultLinks([{ id: 'link_1', url, defaultLinkId: 'pgdl_home' }], changed)
  for (const url of ['https://acme.example/', 'https://acme.example/?plan=free', 'https://acme.example/?plan=pro&utm_medium=blog'])
    t.deepEqual(copy(url), { ...nothing, redirect: [{ linkId: 'link_1', url: 'https://acme.example/?plan=pro&utm_medium=partner' }] })
  t.deepEqual(copy('https://acme.example/?plan=pro&utm_medium=partner&utm_source=ann&ref=x'), nothing)
  const links = [{ id: 'link_1', url: 'https://acme.example/?plan=pro&utm_medium=web', defaultLinkId: 'pgdl_home' }]
  t.deepEqual(planDefaultLinks(links, changed, { utm_medium: 'web' }), nothing, 'the template of the group decides')
})

test('after a move, a copy with the same destination is bound to the new group, and others are unbound', (t) => {
  const links = [
    { id: 'link_1', url: 'https://acme.example/pricing?utm_source=a', defaultLinkId: 'pgdl_former' },
    { id: 'link_2', url: 'https://acme.example/blog', defaultLinkId: 'pgdl_other' },
  ]
  t.deepEqual(planDefaultLinks(links, defaults), {
    ...nothing,
    bind: [{ linkId: 'link_1', defaultLinkId: 'pgdl_pricing' }],
    unbind: ['link_2'],
    create: [defaults[0]],
  })
})

test('of two copies with the same destination the older one is bound', (t) => {
  const links = [
    { id: 'link_1', url: 'https://acme.example', defaultLinkId: 'pgdl_former' },
    { id: 'link_2', url: 'https://acme.example/?x=1', defaultLinkId: 'pgdl_other' },
  ]
  const plan = planDefaultLinks(links, [{ id: 'pgdl_home', url: 'https://acme.example/' }])
  t.deepEqual(plan, { ...nothing, bind: [{ linkId: 'link_1', defaultLinkId: 'pgdl_home' }], unbind: ['link_2'] })
})

test('a group without default links unbinds all copies', (t) => {
  const links = [{ id: 'link_1', url: 'https://acme.example/', defaultLinkId: 'pgdl_home' }]
  t.deepEqual(planDefaultLinks(links, []), { ...nothing, unbind: ['link_1'] })
})

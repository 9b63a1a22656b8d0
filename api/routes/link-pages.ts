import {
  FindFreeKey,
  findFreeKey,
  FreeKey,
  CheckedKey,
  CheckKey,
  checkKey,
  FindIframeable,
  findIframeable,
  FindMetatags,
  fetchPreviewImage,
  findMetatags,
  metatagsTtlMs,
  PreviewImageQuery,
  previewImageTypes,
} from '../../shared/links/index.js'
import { guest } from '../access/guest.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { bytes, json } from '../http/reply.js'

/** Requests of link forms: whether a key is free, a free key, and properties of the destination page. */
export const linkPages = [
  endpoint({
    id: 'checkKey',
    method: 'GET',
    path: '/links/exists',
    hidden: true,
    access: guest,
    rate: 'none',
    query: CheckKey,
    output: CheckedKey,
    run: ({ scope, query }) => checkKey(scope, query),
  }),
  endpoint({
    id: 'findFreeKey',
    method: 'GET',
    path: '/links/random',
    hidden: true,
    access: guest,
    rate: 'none',
    query: FindFreeKey,
    output: FreeKey,
    run: ({ scope, query }) => findFreeKey(scope, query),
  }),
  endpoint({
    id: 'getMetatags',
    method: 'GET',
    path: '/links/metatags',
    hidden: true,
    access: guest,
    rate: 'none',
    query: FindMetatags,
    run: async ({ scope, query }) => {
      const { metatags, isCacheable } = await findMetatags(scope, query)
      return json(metatags, { 'Cache-Control': isCacheable ? `public, max-age=${metatagsTtlMs / 1000}` : 'no-store' })
    },
  }),
  endpoint({
    id: 'getPreviewImage',
    method: 'GET',
    path: '/links/metatags/image',
    hidden: true,
    access: workspace('links.read'),
    rate: 'api',
    query: PreviewImageQuery,
    contentTypes: [...previewImageTypes],
    transaction: false,
    run: async ({ scope, query }) => {
      const { body, type } = await fetchPreviewImage(scope, query)
      return bytes(body, type, { 'Cache-Control': `private, max-age=${metatagsTtlMs / 1000}` })
    },
  }),
  endpoint({
    id: 'getIframeable',
    method: 'GET',
    path: '/links/iframeable',
    hidden: true,
    access: guest,
    rate: 'none',
    query: FindIframeable,
    run: ({ scope, query }) => findIframeable(scope, query),
  }),
]

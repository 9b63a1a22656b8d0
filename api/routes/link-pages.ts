import {
  DrawFreeKey,
  drawFreeKey,
  FreeKey,
  ProbedKey,
  ProbeKey,
  probeKey,
  FindIframeable,
  findIframeable,
  FindMetatags,
  findMetatags,
  metatagsKeep,
} from '../../shared/links/index.js'
import { guest } from '../access/guest.js'
import { endpoint } from '../endpoint.js'
import { json } from '../http/reply.js'

/** What forms for links ask while somebody types. */
export const linkPages = [
  endpoint({
    id: 'probeKey',
    method: 'GET',
    path: '/links/exists',
    hidden: true,
    access: guest,
    rate: 'none',
    query: ProbeKey,
    output: ProbedKey,
    run: ({ scope, query }) => probeKey(scope, query),
  }),
  endpoint({
    id: 'drawFreeKey',
    method: 'GET',
    path: '/links/random',
    hidden: true,
    access: guest,
    rate: 'none',
    query: DrawFreeKey,
    output: FreeKey,
    run: ({ scope, query }) => drawFreeKey(scope, query),
  }),
  endpoint({
    id: 'getMetatags',
    method: 'GET',
    path: '/links/metatags',
    hidden: true,
    access: guest,
    rate: 'none',
    query: FindMetatags,
    run: async ({ scope, query }) => json(await findMetatags(scope, query), { 'Cache-Control': `public, max-age=${metatagsKeep / 1000}` }),
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

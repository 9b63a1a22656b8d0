/** Postbacks: the webhooks of a partner account. */
import { z } from 'zod'
import { DeliverySchema } from '../../shared/webhooks/index.js'
import {
  createPostback,
  createPostbackSchema,
  DeletedPostback,
  deletePostback,
  getPostback,
  listPostbackEvents,
  listPostbackEventsSchema,
  listPostbacks,
  PostbackEventSchema,
  PostbackParams,
  PostbackSchema,
  PostbackWithSecret,
  rotatePostbackSecret,
  testPostback,
  testPostbackSchema,
  updatePostback,
  updatePostbackSchema,
} from '../../shared/postbacks/index.js'
import { partner } from '../access/partner.js'
import { endpoint } from '../endpoint.js'
import { json } from '../http/reply.js'

const reads = { access: partner('postbacks.read'), rate: 'api', hidden: true } as const
const writes = { access: partner('postbacks.write'), rate: 'api', hidden: true } as const
const path = '/partner-profile/postbacks'
const one = `${path}/{id}` as const

export const postbacks = [
  endpoint({
    ...reads,
    id: 'listPostbacks',
    method: 'GET',
    path,
    summary: 'List postbacks',
    response: z.array(PostbackSchema),
    run: async ({ scope }) => json(await listPostbacks(scope)),
  }),
  endpoint({
    ...writes,
    id: 'createPostback',
    method: 'POST',
    path,
    summary: 'Create a postback',
    status: 201,
    body: createPostbackSchema,
    response: PostbackWithSecret,
    run: async ({ scope, body }) => json(await createPostback(scope, body), {}, 201),
  }),
  endpoint({
    ...reads,
    id: 'getPostback',
    method: 'GET',
    path: one,
    summary: 'Retrieve a postback',
    params: PostbackParams,
    response: PostbackSchema,
    run: async ({ scope, params }) => json(await getPostback(scope, params.id)),
  }),
  endpoint({
    ...writes,
    id: 'updatePostback',
    method: 'PATCH',
    path: one,
    summary: 'Change a postback',
    params: PostbackParams,
    body: updatePostbackSchema,
    response: PostbackSchema,
    run: async ({ scope, params, body }) => json(await updatePostback(scope, params.id, body)),
  }),
  endpoint({
    ...writes,
    id: 'deletePostback',
    method: 'DELETE',
    path: one,
    summary: 'Delete a postback',
    params: PostbackParams,
    response: DeletedPostback,
    run: async ({ scope, params }) => json(await deletePostback(scope, params.id)),
  }),
  endpoint({
    ...writes,
    id: 'rotatePostbackSecret',
    method: 'POST',
    path: `${one}/rotate-secret`,
    summary: 'Replace the secret of a postback',
    params: PostbackParams,
    response: PostbackWithSecret,
    run: async ({ scope, params }) => json(await rotatePostbackSecret(scope, params.id)),
  }),
  endpoint({
    ...writes,
    id: 'testPostback',
    method: 'POST',
    path: `${one}/send-test`,
    summary: 'Send a sample event',
    params: PostbackParams,
    body: testPostbackSchema,
    response: DeliverySchema,
    run: async ({ scope, params, body }) => json(await testPostback(scope, params.id, body)),
  }),
  endpoint({
    ...reads,
    id: 'listPostbackEvents',
    method: 'GET',
    path: `${one}/events`,
    summary: 'List the events of a postback',
    params: PostbackParams,
    query: listPostbackEventsSchema,
    response: z.array(PostbackEventSchema),
    run: async ({ scope, params, query }) => json(await listPostbackEvents(scope, params.id, query)),
  }),
]

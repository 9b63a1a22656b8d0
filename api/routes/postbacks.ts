/** Postbacks: the webhooks of a partner account. */
import {
  createPostback,
  createPostbackSchema,
  DeletedPostback,
  deletePostback,
  getPostback,
  listPostbackEvents,
  listPostbackEventsSchema,
  listPostbacks,
  PostbackEvents,
  PostbackParams,
  Postbacks,
  PostbackSchema,
  PostbackWithSecret,
  rotatePostbackSecret,
  testPostback,
  testPostbackSchema,
  updatePostback,
  updatePostbackSchema,
} from '../../shared/postbacks/index.js'
import { DeliverySchema } from '../../shared/webhooks/index.js'
import { partner } from '../access/partner.js'
import { endpoint } from '../endpoint.js'

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
    output: Postbacks,
    run: ({ scope }) => listPostbacks(scope),
  }),
  endpoint({
    ...writes,
    id: 'createPostback',
    method: 'POST',
    path,
    summary: 'Create a postback',
    status: 201,
    body: createPostbackSchema,
    output: PostbackWithSecret,
    run: ({ scope, body }) => createPostback(scope, body),
  }),
  endpoint({
    ...reads,
    id: 'getPostback',
    method: 'GET',
    path: one,
    summary: 'Retrieve a postback',
    params: PostbackParams,
    output: PostbackSchema,
    run: ({ scope, params }) => getPostback(scope, params.id),
  }),
  endpoint({
    ...writes,
    id: 'updatePostback',
    method: 'PATCH',
    path: one,
    summary: 'Change a postback',
    params: PostbackParams,
    body: updatePostbackSchema,
    output: PostbackSchema,
    run: ({ scope, params, body }) => updatePostback(scope, params.id, body),
  }),
  endpoint({
    ...writes,
    id: 'deletePostback',
    method: 'DELETE',
    path: one,
    summary: 'Delete a postback',
    params: PostbackParams,
    output: DeletedPostback,
    run: ({ scope, params }) => deletePostback(scope, params.id),
  }),
  endpoint({
    ...writes,
    id: 'rotatePostbackSecret',
    method: 'POST',
    path: `${one}/rotate-secret`,
    summary: 'Replace the secret of a postback',
    params: PostbackParams,
    output: PostbackWithSecret,
    run: ({ scope, params }) => rotatePostbackSecret(scope, params.id),
  }),
  endpoint({
    ...writes,
    id: 'testPostback',
    method: 'POST',
    path: `${one}/send-test`,
    summary: 'Send a sample event',
    description:
      'The event goes the normal way, whatever the triggers of the postback. A disabled postback receives it once it is enabled.',
    params: PostbackParams,
    body: testPostbackSchema,
    output: DeliverySchema,
    run: ({ scope, params, body }) => testPostback(scope, params.id, body),
  }),
  endpoint({
    ...reads,
    id: 'listPostbackEvents',
    method: 'GET',
    path: `${one}/events`,
    summary: 'List the events of a postback',
    params: PostbackParams,
    query: listPostbackEventsSchema,
    output: PostbackEvents,
    run: ({ scope, params, query }) => listPostbackEvents(scope, params.id, query),
  }),
]

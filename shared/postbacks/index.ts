/**
 * Postbacks: the webhooks of a partner, which receive the conversions and commissions of the partner's links, without personal data. They
 * are webhooks owned by a partner, so the `webhooks` domain signs, sends, retries and logs their events.
 */
export {
  createPostback,
  deletePostback,
  getPostback,
  listPostbacks,
  preparePostback,
  preparePostbackUpdate,
  rotatePostbackSecret,
  updatePostback,
} from './manage-postbacks.js'
export { listPostbackEvents, testPostback } from './postback-events.js'
export {
  createPostbackSchema,
  DeletedPostback,
  listPostbackEventsSchema,
  PostbackEvents,
  PostbackParams,
  Postbacks,
  PostbackSchema,
  PostbackWithSecret,
  testPostbackSchema,
  updatePostbackSchema,
} from './postback.schema.js'
export { movePostbacksOfMerged } from './postback.queries.js'
export { publishCommissions, publishConversions } from './publish-events.js'

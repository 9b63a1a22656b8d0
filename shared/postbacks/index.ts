/**
 * Postbacks: the webhooks of a partner, which receive the conversions and commissions of the partner's links, without personal data. They
 * are webhooks owned by a partner, so the `webhooks` domain signs, sends, retries and logs their events.
 */
export { createPostback, deletePostback, getPostback, listPostbacks, rotatePostbackSecret, updatePostback } from './manage-postbacks.js'
export { listPostbackEvents, testPostback } from './postback-events.js'
export {
  createPostbackSchema,
  DeletedPostback,
  listPostbackEventsSchema,
  PostbackEventSchema,
  PostbackParams,
  PostbackSchema,
  PostbackWithSecret,
  testPostbackSchema,
  updatePostbackSchema,
} from './postback.schema.js'
export { publishCommissions, publishLead, publishSale } from './publish-events.js'

/** Deliveries out: who wants to be told of what, what is sent, and how often it is tried. Stands above every domain it tells of. */
export { webhookEventSchema } from './webhook-event.schema.js'

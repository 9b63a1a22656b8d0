/** The write side of events: clicks, leads and sales come in here and become rows that are never changed. */
export { ClickSchema } from './click.schema.js'
